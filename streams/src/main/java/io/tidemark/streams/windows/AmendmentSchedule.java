package io.tidemark.streams.windows;

import io.tidemark.events.Finality;
import java.time.Duration;

/**
 * When windows of a run are amended: at once if they were not just before, else after a pause, so that what trickles in late is amended
 * together. Not thread-safe.
 */
final class AmendmentSchedule {
    private static final Duration PAUSE = Duration.ofSeconds(5);

    /** Where a lane is missing, what is amended is likely to be amended once more when the lane is back. */
    private static final Duration PAUSE_WHILE_INCOMPLETE = Duration.ofSeconds(30);

    private static final long NEVER = Long.MIN_VALUE;

    private long lastMillis = NEVER;
    private long incompleteSinceMillis = NEVER;
    private boolean underWay;

    /** Whether what is to be amended is amended now. */
    boolean isDue(long nowMillis, Finality finality) {
        if (finality != Finality.FINAL) {
            incompleteSinceMillis = incompleteSinceMillis == NEVER ? nowMillis : incompleteSinceMillis;
            return nowMillis - incompleteSinceMillis >= PAUSE_WHILE_INCOMPLETE.toMillis();
        }
        return underWay || lastMillis == NEVER || nowMillis - lastMillis >= PAUSE.toMillis();
    }

    /** A part was amended; {@code all} if nothing of it is left to do. */
    void done(long nowMillis, boolean all) {
        underWay = !all;
        lastMillis = nowMillis;
        incompleteSinceMillis = NEVER;
    }
}
