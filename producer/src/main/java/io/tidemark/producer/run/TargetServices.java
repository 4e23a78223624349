package io.tidemark.producer.run;

import io.tidemark.producer.scrape.TargetControl;
import io.tidemark.producer.tokens.TokenLengths;
import java.time.Duration;

/**
 * What is known of a target beside its answers, and asked of it beside the load.
 *
 * @param lengths how long texts are in tokens for it
 * @param control asked before the run and between its steps
 * @param readyWithin how long the first request may be refused by a server that is not ready
 */
public record TargetServices(TokenLengths lengths, TargetControl control, Duration readyWithin) {
    /** Of a target that is ready. */
    public TargetServices(TokenLengths lengths, TargetControl control) {
        this(lengths, control, Duration.ZERO);
    }

    /** Lengths are estimated, nothing is asked. */
    public static TargetServices none() {
        return new TargetServices(TokenLengths.estimate(), TargetControl.none());
    }
}
