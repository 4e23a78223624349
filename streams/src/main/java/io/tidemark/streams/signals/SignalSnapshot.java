package io.tidemark.streams.signals;

import java.util.Map;
import java.util.OptionalLong;

/** The signals of a target as of a moment: gauges as they were, counters as rates per second; empty before the first scrape. */
public record SignalSnapshot(Map<String, Double> values, OptionalLong ageMillis) {
    /** Of no target. */
    public static final SignalSnapshot NONE = new SignalSnapshot(Map.of(), OptionalLong.empty());

    public SignalSnapshot {
        values = Map.copyOf(values);
    }
}
