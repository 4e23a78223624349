package io.tidemark.importers.result;

import io.tidemark.events.LoadKind;
import java.util.OptionalInt;

/**
 * How requests were offered.
 *
 * @param load requests per second, or in flight; 0 where all are due at once, and where it is not known
 * @param cap requests in flight beyond which one that is due waits; empty without a cap
 * @param arrivals in words; empty where it is not known
 */
public record ImportedLoad(LoadKind kind, double load, OptionalInt cap, String arrivals) {
    public static final ImportedLoad UNKNOWN = new ImportedLoad(LoadKind.UNKNOWN, 0, OptionalInt.empty(), "");

    public static ImportedLoad rate(double perSecond) {
        return new ImportedLoad(LoadKind.RATE, perSecond, OptionalInt.empty(), "");
    }

    public static ImportedLoad concurrency(int inFlight) {
        return new ImportedLoad(LoadKind.CONCURRENCY, inFlight, OptionalInt.empty(), "closed loop");
    }

    public static ImportedLoad allAtOnce() {
        return new ImportedLoad(LoadKind.RATE, 0, OptionalInt.empty(), "all at once");
    }

    public ImportedLoad arrivals(String description) {
        return new ImportedLoad(kind, load, cap, description);
    }

    public ImportedLoad withCap(OptionalInt most) {
        return new ImportedLoad(kind, load, most, arrivals);
    }

    boolean isKnown() {
        return kind != LoadKind.UNKNOWN;
    }
}
