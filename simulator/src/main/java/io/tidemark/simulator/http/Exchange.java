package io.tidemark.simulator.http;

import io.tidemark.simulator.engine.Progress;
import io.vertx.core.buffer.Buffer;

/** One request's answer on its connection. Confined to the event loop, but for {@link #content}. */
interface Exchange {
    /** The request was taken, and its answer begins. Once, before anything else. */
    void accepted();

    /** What will be written of a step's progress. From any thread. */
    Buffer content(int choice, Progress progress);

    /** Writes what a step produced. */
    void deliver(Output output);

    /** Ends the answer here with an error, as a server does that fails in the middle. */
    void breakOff();
}
