package io.tidemark.schemas;

import io.tidemark.events.DoubtCount;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** How often requests show each {@link FigureDoubt}, of those that could show it. Mutable, not thread-safe. */
public final class DoubtTally {
    private final Map<FigureDoubt, Count> counts = new EnumMap<>(FigureDoubt.class);

    private static final class Count {
        private long shown;
        private long of;
    }

    /** Counts an ok request, by what its event shows. */
    public void add(RequestDoubts request) {
        for (FigureDoubt doubt : FigureDoubt.OF_ONE_REQUEST) {
            if (request.tells(doubt)) {
                add(doubt, request.shows(doubt) ? 1 : 0, 1);
            }
        }
    }

    /**
     * Counts the output tokens of an ok request.
     *
     * @param exact {@link RequestDoubts#exactTokens as many as it was to have}, or -1
     */
    public void addTokens(long output, long exact) {
        if (exact >= 0) {
            add(FigureDoubt.SHORT_ANSWERS, Math.max(0, exact - output), exact);
        }
    }

    public void add(DoubtCount count) {
        FigureDoubt.byId(count.getDoubt()).ifPresent(doubt -> add(doubt, count.getCount(), count.getOf()));
    }

    private void add(FigureDoubt doubt, long shown, long of) {
        Count count = counts.computeIfAbsent(doubt, first -> new Count());
        count.shown += shown;
        count.of += of;
    }

    public void merge(DoubtTally other) {
        other.counts.forEach((doubt, count) -> add(doubt, count.shown, count.of));
    }

    /** Takes back what was merged. */
    public void subtract(DoubtTally other) {
        other.counts.forEach((doubt, count) -> add(doubt, -count.shown, -count.of));
    }

    public void clear() {
        counts.clear();
    }

    /** Those that any request could show. */
    public List<DoubtCount> counts() {
        return counts.entrySet().stream()
                .filter(entry -> entry.getValue().of > 0)
                .map(entry -> new DoubtCount(entry.getKey().id(), entry.getValue().shown, entry.getValue().of))
                .toList();
    }

    /** Whether nothing can be reported of this metric: more requests show a doubt of it than is tolerated. */
    public boolean isUnfit(Metric metric) {
        return counts.entrySet().stream()
                .anyMatch(entry -> FigureDoubt.OF_ONE_REQUEST.contains(entry.getKey())
                        && entry.getKey().metrics().contains(metric)
                        && entry.getKey().outweighs(entry.getValue().shown, entry.getValue().of));
    }
}
