package io.tidemark.streams.breaches;

import static java.util.stream.Collectors.groupingBy;

import io.tidemark.streams.control.ObjectiveVersions;
import io.tidemark.streams.windows.Series;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One look at each objective of a run over each series of its class, in as many parts as it takes: what is defined or begins meanwhile is for the next
 * one. The order is that of names, so that the same objectives find room after a restart. Not thread-safe.
 */
final class EvaluationPass {
    private static final Comparator<Series> BY_NAME = Comparator.<Series>comparingInt(
                    one -> one.key().step())
            .thenComparing(one -> one.key().target());

    private final List<ObjectiveVersions.Version> versions;
    private final Map<String, List<Series>> byClass;
    private int version;
    private int series;
    private long refused;
    private Optional<Published> published = Optional.empty();

    /** A version of an objective over a series. */
    record Followed(ObjectiveVersions.Version version, Series series) {}

    /**
     * What is looked at after all others.
     *
     * @param left timelines with published breaches
     * @param joinedFrom after which second what breaches show beside their figures may be another
     */
    record Published(Iterator<TimelineKey> left, long joinedFrom) {}

    EvaluationPass(List<ObjectiveVersions.Version> versions, Collection<Series> live) {
        this.versions = versions;
        this.byClass = live.stream()
                .sorted(BY_NAME)
                .collect(groupingBy(one -> one.key().requestClass()));
    }

    /** What to look at now; empty after the last. */
    Optional<Followed> current() {
        for (; version < versions.size(); version++) {
            String requestClass = versions.get(version).objective().getRequestClass();
            List<Series> ofClass = byClass.getOrDefault(requestClass, List.of());
            if (series < ofClass.size()) {
                return Optional.of(new Followed(versions.get(version), ofClass.get(series)));
            }
            series = 0;
        }
        return Optional.empty();
    }

    /** All of what is current was looked at. */
    void next() {
        series++;
    }

    /** There is no room to follow so many. */
    void refuse(int timelines) {
        refused += timelines;
    }

    long refused() {
        return refused;
    }

    /** What is left of what was published when this was asked for first. */
    Published published(Supplier<Published> found) {
        Published known = published.orElseGet(found);
        published = Optional.of(known);
        return known;
    }
}
