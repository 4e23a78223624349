package io.tidemark.streams.breaches;

import java.util.List;
import java.util.stream.Stream;

/** When a breach of an objective opened or closed lately, epoch seconds, in order. */
record FlapHistory(List<Long> seconds) {
    static final FlapHistory NONE = new FlapHistory(List.of());

    /** So many changes within so many seconds are flapping; 0 changes are never. */
    record Rule(int changes, int withinSeconds) {}

    FlapHistory {
        seconds = List.copyOf(seconds);
    }

    FlapHistory plus(long second, Rule rule) {
        return new FlapHistory(
                Stream.concat(recent(second, rule), Stream.of(second)).toList());
    }

    boolean isFlapping(long atSecond, Rule rule) {
        return rule.changes() > 0 && recent(atSecond, rule).count() >= rule.changes();
    }

    private Stream<Long> recent(long atSecond, Rule rule) {
        return seconds.stream().filter(second -> second > atSecond - rule.withinSeconds());
    }
}
