package io.tidemark.streams.pane;

import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;

/**
 * A request that failed after its first token. The token was counted in a second of its own, so whoever counts the failure too
 * takes the token back. Times in nanoseconds.
 *
 * @param firstTokenSecond epoch second in which its first token was counted
 */
public record BrokenOff(long firstTokenSecond, long ttftNanos, long ttftDueNanos) {
    void write(WireWriter out) {
        out.count(firstTokenSecond).count(ttftNanos).count(ttftDueNanos);
    }

    static BrokenOff read(WireReader in) {
        return new BrokenOff(in.count(), in.count(), in.count());
    }
}
