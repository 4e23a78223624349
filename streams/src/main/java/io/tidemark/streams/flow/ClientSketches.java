package io.tidemark.streams.flow;

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
    private static final long MOST_VALUES = 1_000_000;

    private static final Duration LARGEST_SUM = Duration.ofDays(26);
    private static final Duration LONGEST = Duration.ofDays(2);

    private ClientSketches() {}

    /** @throws Implausible naming the field and the rule */
    public static LogHistogram read(String field, ByteBuffer encoded) {
        LogHistogram sketch = decoded(field, encoded);
        require(field + " count", sketch.count() >= 0 && sketch.count() <= MOST_VALUES, sketch.count(), MOST_VALUES);
        require(field + " sum", sketch.sum() <= LARGEST_SUM.toNanos(), sketch.sum(), LARGEST_SUM.toNanos());
        long max = sketch.max().orElse(0);
        require(field + " max", max <= LONGEST.toNanos(), max, LONGEST.toNanos());
        return sketch;
    }

    private static LogHistogram decoded(String field, ByteBuffer encoded) {
        try {
            return LogHistogram.decode(encoded);
        } catch (SketchFormatException e) {
            throw new Implausible(field + " must be a sketch: " + e.getMessage());
        } catch (ArithmeticException e) {
            throw new Implausible(field + " must be a sketch but its counts overflow");
        }
    }

    private static void require(String field, boolean kept, long value, long limit) {
        if (!kept) {
            throw new Implausible(field + " must be at most " + limit + " but was " + value);
        }
    }
}
