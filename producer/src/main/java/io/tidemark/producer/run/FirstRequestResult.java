package io.tidemark.producer.run;

import java.util.OptionalLong;

/**
 * How the request that was sent alone before the first step was answered.
 *
 * @param ttftNanos from send; empty for an answer that is not streamed
 * @param e2eNanos from send to the last token
 * @param servedBefore requests that the server had served before it; empty where it does not say
 */
public record FirstRequestResult(OptionalLong ttftNanos, long e2eNanos, OptionalLong servedBefore) {
    /** Of two targets: the longer times, and what was served before either. */
    FirstRequestResult orSlower(FirstRequestResult later) {
        OptionalLong ttft = ttftNanos.orElse(0) >= later.ttftNanos.orElse(0) ? ttftNanos : later.ttftNanos;
        return new FirstRequestResult(ttft, Math.max(e2eNanos, later.e2eNanos), servedBefore);
    }
}
