package io.tidemark.analysis.compare;

import io.tidemark.events.LoadKind;
import io.tidemark.schemas.RequestClass;
import java.util.Comparator;

/**
 * What runs are asked: a measure at a load, of a class of requests.
 *
 * @param load requests per second or requests in flight; 0 with UNKNOWN for what has no load, as an evaluation's score
 */
public record Question(Measure measure, LoadKind loadKind, double load, String requestClass)
        implements Comparable<Question> {
    private static final Comparator<Question> ORDER = Comparator.comparing(Question::loadKind)
            .thenComparingDouble(Question::load)
            .thenComparing(Question::requestClass)
            .thenComparing(Question::measure);

    /** Of all classes together. */
    public Question(Measure measure, LoadKind loadKind, double load) {
        this(measure, loadKind, load, RequestClass.ALL);
    }

    /** Of a measure that has no load. */
    public static Question withoutLoad(Measure measure) {
        return new Question(measure, LoadKind.UNKNOWN, 0);
    }

    /** The highest load of a kind that was held. */
    public static Question heldLoad(LoadKind kind) {
        return new Question(Measure.heldLoad(), kind, 0);
    }

    /** Whether it is about all loads together, or about none. */
    public boolean hasNoLoad() {
        return (loadKind == LoadKind.UNKNOWN && load == 0) || measure.family() == Family.CAPACITY;
    }

    /** By load, then class, then measure. */
    @Override
    public int compareTo(Question other) {
        return ORDER.compare(this, other);
    }
}
