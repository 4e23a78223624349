package io.tidemark.producer.run;

import io.tidemark.producer.publish.Clocks;
import io.tidemark.schemas.time.NanoClock;
import java.time.Instant;

/** Ties the monotonic clock to the wall clock at one moment. A request keeps the anchor it began with. */
record WallAnchor(Instant wall, long nanos) {
    private static final int TRIES = 5;

    /** Reads the wall clock between two readings of the monotonic one, and keeps the tightest of some tries. */
    static WallAnchor measure(Clocks clocks) {
        NanoClock elapsed = clocks.elapsed();
        WallAnchor best = new WallAnchor(clocks.wall().instant(), elapsed.nanos());
        long tightest = Long.MAX_VALUE;
        for (int i = 0; i < TRIES; i++) {
            long before = elapsed.nanos();
            Instant wall = clocks.wall().instant();
            long after = elapsed.nanos();
            if (after - before < tightest) {
                tightest = after - before;
                best = new WallAnchor(wall, before + tightest / 2);
            }
        }
        return best;
    }

    Instant at(long elapsedNanos) {
        return wall.plusNanos(elapsedNanos - nanos);
    }
}
