package io.tidemark.reports.tune;

import io.tidemark.schemas.FigureDoubt;
import io.tidemark.sinks.store.read.step.StepResultRow;
import java.time.Duration;
import java.util.OptionalDouble;

/** What a step delivered per second of its measured part. */
final class StepRates {
    private static final double NANOS_PER_SECOND = 1e9;

    private StepRates() {}

    /** Output tokens of ok requests; empty where tokens or the length are not known. */
    static OptionalDouble outputTokens(StepResultRow result) {
        if (FigureDoubt.leavesTokensUnknown(result.flags())) {
            return OptionalDouble.empty();
        }
        long tokens = result.counts().outputTokens();
        double seconds = result.measureUntil()
                .map(until -> Duration.between(result.measureFrom(), until).toNanos() / NANOS_PER_SECOND)
                .orElse(0.0);
        return tokens > 0 && seconds > 0 ? OptionalDouble.of(tokens / seconds) : OptionalDouble.empty();
    }
}
