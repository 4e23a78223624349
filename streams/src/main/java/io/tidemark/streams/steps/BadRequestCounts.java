package io.tidemark.streams.steps;

import io.tidemark.events.ObjectiveState;
import io.tidemark.streams.panes.GoodRequestCriterion;
import io.tidemark.streams.panes.RequestMeasurement;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Bad requests of a step by the criterion of each objective: one counter each, however many requests there are. An objective that
 * comes late is counted over the requests that are kept. Not thread-safe.
 */
final class BadRequestCounts {
    /** Requests looked at, and how many of them were bad. */
    record Count(long requests, long bad) {
        Count plus(boolean good) {
            return new Count(requests + 1, good ? bad : bad + 1);
        }
    }

    private final Map<String, GoodRequestCriterion> criteria = new TreeMap<>();
    private final Map<String, Count> counts = new TreeMap<>();

    /** From here on, requests are counted for these objectives, and for no others; gives the criteria that were not counted before. */
    List<GoodRequestCriterion> follow(Collection<ObjectiveState> objectives, RequestColumns kept) {
        criteria.clear();
        Set<String> before = Set.copyOf(counts.keySet());
        objectives.forEach(objective -> follow(objective, kept));
        counts.keySet().retainAll(criteria.keySet());
        return criteria.values().stream()
                .filter(criterion -> !before.contains(criterion.text()))
                .toList();
    }

    /** Those that are followed. */
    Collection<GoodRequestCriterion> criteria() {
        return Collections.unmodifiableCollection(criteria.values());
    }

    private void follow(ObjectiveState objective, RequestColumns kept) {
        GoodRequestCriterion criterion = GoodRequestCriterion.of(objective);
        criteria.put(criterion.text(), criterion);
        counts.computeIfAbsent(criterion.text(), unseen -> {
            long good = IntStream.range(0, kept.rows())
                    .filter(row -> criterion.isGood(kept.ok(row), metric -> kept.nanos(metric, row)))
                    .count();
            return new Count(kept.rows(), kept.rows() - good);
        });
    }

    void add(RequestMeasurement fact) {
        criteria.forEach((text, criterion) ->
                counts.computeIfPresent(text, (same, count) -> count.plus(criterion.isGood(fact))));
    }

    /** None for an objective that is not followed. */
    Optional<Count> of(ObjectiveState objective) {
        return Optional.ofNullable(counts.get(GoodRequestCriterion.of(objective).text()));
    }

    BadRequestCounts copy() {
        BadRequestCounts copy = new BadRequestCounts();
        copy.criteria.putAll(criteria);
        copy.counts.putAll(counts);
        return copy;
    }

    void write(WireWriter out) {
        out.count(counts.size());
        counts.forEach((text, count) -> out.text(text).count(count.requests()).count(count.bad()));
    }

    static BadRequestCounts read(WireReader in) {
        BadRequestCounts read = new BadRequestCounts();
        for (int left = in.size(); left > 0; left--) {
            read.counts.put(in.text(), new Count(in.count(), in.count()));
        }
        return read;
    }
}
