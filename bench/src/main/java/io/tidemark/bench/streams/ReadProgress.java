package io.tidemark.bench.streams;

import io.tidemark.schemas.time.NanoClock;

/** What several threads have read of all there is, together. Thread-safe. */
final class ReadProgress {
    private final NanoClock clock;
    private final long all;
    private long records;
    private long startRecords;
    private long startNanos;
    private long endNanos;

    ReadProgress(NanoClock clock, long all) {
        this.clock = clock;
        this.all = all;
    }

    long all() {
        return all;
    }

    /** So many more were read. */
    synchronized void add(long more) {
        records += more;
        endNanos = clock.nanos();
        if (startRecords == 0 && records >= ReadRate.START * all) {
            startRecords = records;
            startNanos = endNanos;
        }
    }

    /** From the start's end until the last was read. */
    synchronized ReadRate pace() {
        return new ReadRate(records - startRecords, endNanos - startNanos);
    }
}
