package io.tidemark.streams.slo;

import java.util.List;
import java.util.stream.Stream;

/** When a breach of an objective opened or closed lately, epoch seconds, in order. */
record Flaps(List<Long> seconds) {
    static final Flaps NONE = new Flaps(List.of());

    /** So many changes within so many seconds are flapping; 0 changes are never. */
    record Rule(int changes, int withinSeconds) {}

    Flaps {
        seconds = List.copyOf(seconds);
    }

    Flaps plus(long second, Rule rule) {
        return new Flaps(Stream.concat(recent(second, rule), Stream.of(second)).toList());
    }

    boolean tooMany(long atSecond, Rule rule) {
        return rule.changes() > 0 && recent(atSecond, rule).count() >= rule.changes();
    }

    private Stream<Long> recent(long atSecond, Rule rule) {
        return seconds.stream().filter(second -> second > atSecond - rule.withinSeconds());
    }
}
