package io.tidemark.streams.validation;

import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.schemas.sketch.SketchFormatException;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * Reads the sketches that clients send. One that claims more values than a request or a lane can have would make the counts that it is
 * merged into overflow, long after it was read.
 */
public final class ClientSketches {
    /** Chunks of a request, requests of a lane. */
    private static final long MAX_VALUES = 1_000_000;

    private static final Duration MAX_SUM = Duration.ofDays(26);
    private static final Duration MAX_DURATION = Duration.ofDays(2);

    private ClientSketches() {}

    /** @throws InvalidEventException naming the field and the rule */
    public static LogHistogram read(String field, ByteBuffer encoded) {
        LogHistogram sketch = decoded(field, encoded);
        require(field + " count", sketch.count() >= 0 && sketch.count() <= MAX_VALUES, sketch.count(), MAX_VALUES);
        require(field + " sum", sketch.sum() <= MAX_SUM.toNanos(), sketch.sum(), MAX_SUM.toNanos());
        long max = sketch.max().orElse(0);
        require(field + " max", max <= MAX_DURATION.toNanos(), max, MAX_DURATION.toNanos());
        ValueRanges.requireSketch(field, sketch);
        return sketch;
    }

    private static LogHistogram decoded(String field, ByteBuffer encoded) {
        try {
            return LogHistogram.decode(encoded);
        } catch (SketchFormatException e) {
            throw new InvalidEventException(field + " must be a sketch: " + e.getMessage());
        }
    }

    private static void require(String field, boolean kept, long value, long limit) {
        if (!kept) {
            throw new InvalidEventException(field + " must be at most " + limit + " but was " + value);
        }
    }
}
