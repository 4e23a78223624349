package io.tidemark.reports.run;

import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.events.LoadKind;
import io.tidemark.schemas.ValueText;

/** A load: requests per second or requests in flight; a rate of 0 is all at once, UNKNOWN is none. */
public record LoadLevel(LoadKind kind, double load) implements Comparable<LoadLevel> {
    public static LoadLevel of(MeasureAtLoad question) {
        return new LoadLevel(question.loadKind(), question.load());
    }

    public String format() {
        return kind == LoadKind.UNKNOWN ? "" : ValueText.load(kind, load);
    }

    /** Whether all requests are due at the start: it has no place on an axis of load. */
    public boolean isAllAtOnce() {
        return ValueText.isAllAtOnce(kind, load);
    }

    @Override
    public int compareTo(LoadLevel other) {
        int byKind = kind.compareTo(other.kind);
        return byKind == 0 ? Double.compare(load, other.load) : byKind;
    }
}
