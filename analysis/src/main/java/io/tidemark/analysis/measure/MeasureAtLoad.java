package io.tidemark.analysis.measure;

import io.tidemark.events.LoadKind;
import io.tidemark.schemas.RequestClass;
import java.util.Comparator;

/**
 * What runs are asked: a measure at a load, of a class of requests.
 *
 * @param load requests per second or requests in flight; 0 with UNKNOWN for what has no load, as an evaluation's score
 */
public record MeasureAtLoad(Measure measure, LoadKind loadKind, double load, String requestClass)
        implements Comparable<MeasureAtLoad> {
    private static final Comparator<MeasureAtLoad> ORDER = Comparator.comparing(MeasureAtLoad::loadKind)
            .thenComparingDouble(MeasureAtLoad::load)
            .thenComparing(MeasureAtLoad::requestClass)
            .thenComparing(MeasureAtLoad::measure);

    /** Of all classes together. */
    public MeasureAtLoad(Measure measure, LoadKind loadKind, double load) {
        this(measure, loadKind, load, RequestClass.ALL);
    }

    /** Of a measure that has no load. */
    public static MeasureAtLoad withoutLoad(Measure measure) {
        return new MeasureAtLoad(measure, LoadKind.UNKNOWN, 0);
    }

    /** The highest load of a kind that was held. */
    public static MeasureAtLoad heldLoad(LoadKind kind) {
        return new MeasureAtLoad(Measure.heldLoad(), kind, 0);
    }

    /** Whether it is about all loads together, or about none. */
    public boolean hasNoLoad() {
        return (loadKind == LoadKind.UNKNOWN && load == 0) || measure.family() == MeasureFamily.CAPACITY;
    }

    /** By load, then class, then measure. */
    @Override
    public int compareTo(MeasureAtLoad other) {
        return ORDER.compare(this, other);
    }
}
