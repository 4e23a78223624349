package io.tidemark.streams.signals;

import java.util.Map;
import java.util.OptionalLong;

/** The signals of a target as of a moment: gauges as they were, counters as rates per second; empty before the first scrape. */
public record SignalSnapshot(Map<String, Double> values, OptionalLong ageMillis) {
    public SignalSnapshot {
        values = Map.copyOf(values);
    }
}
