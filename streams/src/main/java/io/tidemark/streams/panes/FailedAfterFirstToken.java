package io.tidemark.streams.panes;

import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;

/**
 * A request that failed after its first token. Where its token batch came, the token was counted in a second of its own: code that counts the failure
 * takes it back there. Times in nanoseconds.
 *
 * @param firstTokenSecond epoch second in which its first token is counted, if its batch came
 */
public record FailedAfterFirstToken(long firstTokenSecond, long ttftNanos, long ttftDueNanos) {
    /** Whether the first token came in {@code [from, failedSecond]}: a producer can name one after the failure. */
    public boolean isIn(long from, long failedSecond) {
        return firstTokenSecond >= from && firstTokenSecond <= failedSecond;
    }

    void write(WireWriter out) {
        out.count(firstTokenSecond).count(ttftNanos).count(ttftDueNanos);
    }

    static FailedAfterFirstToken read(WireReader in) {
        return new FailedAfterFirstToken(in.count(), in.count(), in.count());
    }
}
