package io.tidemark.producer.record;

import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.NanoClock;
import java.time.Instant;

/** Ties the monotonic clock to the wall clock at one moment. A request keeps the anchor it began with. */
public record WallClockAnchor(Instant wall, long nanos) {
    private static final int TRIES = 5;

    /** Reads the wall clock between two readings of the monotonic one, and keeps the tightest of some tries. */
    public static WallClockAnchor measure(Clocks clocks) {
        NanoClock elapsed = clocks.elapsed();
        WallClockAnchor best = new WallClockAnchor(clocks.wall().instant(), elapsed.nanos());
        long tightest = Long.MAX_VALUE;
        for (int i = 0; i < TRIES; i++) {
            long before = elapsed.nanos();
            Instant wall = clocks.wall().instant();
            long after = elapsed.nanos();
            if (after - before < tightest) {
                tightest = after - before;
                best = new WallClockAnchor(wall, before + tightest / 2);
            }
        }
        return best;
    }

    public Instant at(long elapsedNanos) {
        return wall.plusNanos(elapsedNanos - nanos);
    }
}
