package io.tidemark.streams.objectives;

import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;

/**
 * How fast an error budget burns: share of bad requests over the allowed share.
 *
 * @param longRate in a rule's long window
 * @param shortRate in its short window
 * @param spent share of the budget of the period that is spent, 1 where all is
 */
public record BurnRate(double longRate, double shortRate, double spent) {
    public double remaining() {
        return 1 - spent;
    }

    public void write(WireWriter out) {
        out.count(Double.doubleToLongBits(longRate))
                .count(Double.doubleToLongBits(shortRate))
                .count(Double.doubleToLongBits(spent));
    }

    public static BurnRate read(WireReader in) {
        return new BurnRate(
                Double.longBitsToDouble(in.count()),
                Double.longBitsToDouble(in.count()),
                Double.longBitsToDouble(in.count()));
    }
}
