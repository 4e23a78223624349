package io.tidemark.producer.imports;

import io.tidemark.events.LoadKind;
import java.util.OptionalInt;

/**
 * How requests were offered.
 *
 * @param load requests per second, or in flight; 0 where all are due at once, and where it is not known
 * @param cap requests in flight beyond which one that is due waits; empty without a cap
 * @param arrivals in words; empty where it is not known
 */
public record OfferedLoad(LoadKind kind, double load, OptionalInt cap, String arrivals) {
    static final OfferedLoad UNKNOWN = new OfferedLoad(LoadKind.UNKNOWN, 0, OptionalInt.empty(), "");

    public static OfferedLoad rate(double perSecond) {
        return new OfferedLoad(LoadKind.RATE, perSecond, OptionalInt.empty(), "");
    }

    public static OfferedLoad concurrency(int inFlight) {
        return new OfferedLoad(LoadKind.CONCURRENCY, inFlight, OptionalInt.empty(), "closed loop");
    }

    static OfferedLoad allAtOnce() {
        return new OfferedLoad(LoadKind.RATE, 0, OptionalInt.empty(), "all at once");
    }

    OfferedLoad arrivals(String words) {
        return new OfferedLoad(kind, load, cap, words);
    }

    OfferedLoad capped(OptionalInt most) {
        return new OfferedLoad(kind, load, most, arrivals);
    }

    boolean isKnown() {
        return kind != LoadKind.UNKNOWN;
    }
}
