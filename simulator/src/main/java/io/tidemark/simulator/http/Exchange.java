package io.tidemark.simulator.http;

import io.tidemark.simulator.engine.Progress;

/** One request's answer on its connection. Confined to the event loop. */
interface Exchange {
    /** Writes what a step produced. */
    void deliver(Progress progress);
}
