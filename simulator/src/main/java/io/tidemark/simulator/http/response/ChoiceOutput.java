package io.tidemark.simulator.http.response;

import io.tidemark.simulator.engine.RequestProgress;
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
public record ChoiceOutput(
        GenerationResponse exchange, int choice, RequestProgress progress, long dueNanos, Buffer content) {
    public void write() {
        exchange.deliver(this);
    }
}
