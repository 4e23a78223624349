package io.tidemark.simulator.http;

import io.tidemark.simulator.engine.Progress;
import io.vertx.core.buffer.Buffer;

/**
 * What one step produced for one choice of a request.
 *
 * @param exchange where it goes
 * @param choice index among the request's answers
 * @param progress what the engine says
 * @param dueNanos when the step ends: what was to be written then
 * @param content made ready before that, so that nothing but the writing is left to do; empty if nothing is written yet
 */
record Output(Exchange exchange, int choice, Progress progress, long dueNanos, Buffer content) {
    void write() {
        exchange.deliver(this);
    }
}
