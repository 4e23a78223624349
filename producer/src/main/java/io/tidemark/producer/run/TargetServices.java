package io.tidemark.producer.run;

import io.tidemark.producer.scrape.TargetControl;
import io.tidemark.producer.tokens.TokenLengths;

/**
 * What is known of a target beside its answers, and asked of it beside the load.
 *
 * @param lengths how long texts are in tokens for it
 * @param control asked before the run and between its steps
 */
public record TargetServices(TokenLengths lengths, TargetControl control) {
    /** Lengths are estimated, nothing is asked. */
    public static TargetServices none() {
        return new TargetServices(TokenLengths.estimate(), TargetControl.none());
    }
}
