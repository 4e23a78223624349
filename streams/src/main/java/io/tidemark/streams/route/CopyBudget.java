package io.tidemark.streams.route;

import io.tidemark.schemas.TeamLimit;

/** How many bytes of copies of samples may still be sent in the minute of the records that are read. Not thread-safe. */
final class CopyBudget {
    private static final long MILLIS_PER_MINUTE = 60_000;

    /** What to read a record costs beside its bytes, as bytes. */
    private static final int LEAST_BYTES = 8 << 10;

    private long minute = Long.MIN_VALUE;
    private long usedBytes;

    /** Takes what a copy needs; false if it is not to be sent. */
    boolean take(long appendedMillis, int bytes) {
        long now = Math.floorDiv(appendedMillis, MILLIS_PER_MINUTE);
        if (now > minute) {
            minute = now;
            usedBytes = 0;
        }
        int chargedBytes = Math.max(LEAST_BYTES, bytes);
        if (usedBytes + chargedBytes > TeamLimit.COPIED_BYTES.most()) {
            return false;
        }
        usedBytes += chargedBytes;
        return true;
    }
}
