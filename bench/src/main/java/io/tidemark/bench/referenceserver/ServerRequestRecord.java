package io.tidemark.bench.referenceserver;

import java.util.List;
import java.util.stream.LongStream;

/**
 * What the paced server did for one request, by the host's monotonic clock.
 *
 * @param request its {@code X-Request-Id}, or its serial number if it had none
 * @param serial the number that its answer begins with
 * @param readNanos after the read that completed the request
 * @param writeNanos before each write, in order; a write has one token or more
 */
public record ServerRequestRecord(String request, int serial, long readNanos, List<Long> writeNanos, int tokens) {
    public ServerRequestRecord {
        writeNanos = List.copyOf(writeNanos);
    }

    /** Before the write of the first token. */
    public long firstNanos() {
        return writeNanos.get(0);
    }

    /** From each write to the next. */
    public LongStream gapsNanos() {
        return LongStream.range(1, writeNanos.size()).map(i -> writeNanos.get((int) i) - writeNanos.get((int) i - 1));
    }
}
