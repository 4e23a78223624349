package io.tidemark.streams.steps;

import io.tidemark.events.ObjectiveState;
import io.tidemark.streams.panes.GoodRequestCriterion;
import io.tidemark.streams.panes.RequestMeasurement;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.ArrayList;
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

    private final Map<String, Count> counts = new TreeMap<>();
    private Map<String, GoodRequestCriterion> criteria = Map.of();

    /** Whether it counts by the criteria of these texts, and by no others. */
    boolean isBy(Set<String> texts) {
        return counts.keySet().equals(texts);
    }

    /** From here on, requests are counted by these criteria, and by no others; gives those that were not counted before. */
    List<GoodRequestCriterion> follow(Map<String, GoodRequestCriterion> followed, RequestColumns kept) {
        criteria = followed;
        List<GoodRequestCriterion> fresh = new ArrayList<>();
        followed.forEach((text, criterion) -> counts.computeIfAbsent(text, unseen -> {
            fresh.add(criterion);
            return count(criterion, kept);
        }));
        counts.keySet().retainAll(followed.keySet());
        return fresh;
    }

    /** Those that are followed. */
    Collection<GoodRequestCriterion> criteria() {
        return Collections.unmodifiableCollection(criteria.values());
    }

    private static Count count(GoodRequestCriterion criterion, RequestColumns kept) {
        long good = IntStream.range(0, kept.rows())
                .filter(row -> criterion.isGood(kept.ok(row), metric -> kept.nanos(metric, row)))
                .count();
        return new Count(kept.rows(), kept.rows() - good);
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
        copy.criteria = criteria;
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
