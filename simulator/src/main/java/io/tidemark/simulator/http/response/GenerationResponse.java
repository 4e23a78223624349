package io.tidemark.simulator.http.response;

import io.tidemark.simulator.engine.RequestProgress;
import io.vertx.core.buffer.Buffer;

/** One request's answer on its connection. Confined to the event loop, but for {@link #encode}. */
public interface GenerationResponse {
    /** The request was taken, and its answer begins. Once, before anything else. */
    void accepted();

    /** What will be written of a step's progress. From any thread. */
    Buffer encode(int choice, RequestProgress progress);

    /** Writes what a step produced. */
    void deliver(ChoiceOutput output);

    /** Ends the answer here with an error, as a server does that fails in the middle. */
    void fail();
}
