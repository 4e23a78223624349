package io.tidemark.sinks.store.read;

import io.tidemark.events.Finality;
import io.tidemark.schemas.sketch.LogHistogram;
import java.time.Duration;
import java.time.Instant;

/**
 * What a metric of a step and target was in a minute, or in an hour of which not all minutes are kept. Rows of a series overlap nowhere, so their
 * sketches may be merged.
 *
 * @param sketch not empty
 */
public record SketchRow(int step, String target, Instant start, Instant end, Finality finality, LogHistogram sketch) {
    private static final Duration HOUR = Duration.ofHours(1);

    /** Whether it is an hour. */
    public boolean isHour() {
        return Duration.between(start, end).equals(HOUR);
    }
}
