package io.tidemark.analysis.designeffect;

import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The requests that were due in one cell of time. Bad ones are counted by the text of what makes them bad. Mutable, not thread-safe. */
public final class DueCell {
    private final Map<Metric, LogHistogram> sketches = new EnumMap<>(Metric.class);
    private final Map<String, Long> bad = new TreeMap<>();
    private long due;
    private long failed;

    /** Adds requests. */
    public void add(long requests, long failedRequests) {
        due += requests;
        failed += failedRequests;
    }

    /** Adds bad ones by a criterion. */
    public void addBad(String criterion, long requests) {
        bad.merge(criterion, requests, Long::sum);
    }

    /** Of the ok ones. */
    public LogHistogram sketch(Metric metric) {
        return sketches.computeIfAbsent(metric, unseen -> new LogHistogram());
    }

    /** None where there are no values. */
    public Optional<LogHistogram> sketchIfAny(Metric metric) {
        return Optional.ofNullable(sketches.get(metric)).filter(sketch -> !sketch.isEmpty());
    }

    public long due() {
        return due;
    }

    public long failed() {
        return failed;
    }

    /** By a criterion; 0 for one that is not counted. */
    public long bad(String criterion) {
        return bad.getOrDefault(criterion, 0L);
    }

    /** All that are counted. */
    public Map<String, Long> bad() {
        return Map.copyOf(bad);
    }

    /** From here on these criteria only. */
    public void retainCriteria(Collection<String> criteria) {
        bad.keySet().retainAll(criteria);
    }

    /** Adds another one's. */
    public void merge(DueCell other) {
        add(other.due, other.failed);
        other.bad.forEach(this::addBad);
        other.sketches.forEach((metric, sketch) -> sketch(metric).merge(sketch));
    }
}
