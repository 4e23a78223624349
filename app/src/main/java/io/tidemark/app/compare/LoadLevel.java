package io.tidemark.app.compare;

import io.tidemark.app.report.Figures;
import io.tidemark.events.LoadKind;

/** A load: requests per second or requests in flight; a rate of 0 is all at once, UNKNOWN is none. */
record LoadLevel(LoadKind kind, double load) implements Comparable<LoadLevel> {
    String words() {
        return kind == LoadKind.UNKNOWN ? "" : Figures.load(kind, load);
    }

    @Override
    public int compareTo(LoadLevel other) {
        int byKind = kind.compareTo(other.kind);
        return byKind == 0 ? Double.compare(load, other.load) : byKind;
    }
}
