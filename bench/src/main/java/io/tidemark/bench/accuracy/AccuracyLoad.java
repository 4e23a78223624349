package io.tidemark.bench.accuracy;

import io.tidemark.bench.referenceserver.ReferencePacing;
import java.time.Duration;

/** Requests that are sent at once. */
record AccuracyLoad(int streams) {
    private static final int TOKENS = 100;
    static final int ITL_MILLIS = 10;
    private static final ReferencePacing PACE =
            ReferencePacing.of(Duration.ofMillis(50), Duration.ofMillis(ITL_MILLIS), 1);

    int tokens() {
        return TOKENS;
    }

    ReferencePacing pace() {
        return PACE;
    }
}
