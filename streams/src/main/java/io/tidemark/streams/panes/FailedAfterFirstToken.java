package io.tidemark.streams.panes;

import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;

/**
 * A request that failed after its first token. The token was counted in a second of its own, so code that counts the failure
 * removes the token from that count. Times in nanoseconds.
 *
 * @param firstTokenSecond epoch second in which its first token was counted
 */
public record FailedAfterFirstToken(long firstTokenSecond, long ttftNanos, long ttftDueNanos) {
    void write(WireWriter out) {
        out.count(firstTokenSecond).count(ttftNanos).count(ttftDueNanos);
    }

    static FailedAfterFirstToken read(WireReader in) {
        return new FailedAfterFirstToken(in.count(), in.count(), in.count());
    }
}
