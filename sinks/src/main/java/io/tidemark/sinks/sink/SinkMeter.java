package io.tidemark.sinks.sink;

import io.micrometer.core.instrument.Meter;
import java.util.List;

/** The meters of a sink, each with its definition. Names are public API; docs/operating.md is checked against them. */
public enum SinkMeter {
    STATE("state", Meter.Type.GAUGE, "", "1 for the state that the sink is in, else 0", "state"),
    LAG("lag", Meter.Type.GAUGE, "records", "Committed records of a team that are not in the store yet", "team"),
    STORED("stored", Meter.Type.COUNTER, "records", "Records whose rows are in the store", "team"),
    UNDECODABLE("undecodable", Meter.Type.COUNTER, "records", "Records that could not be decoded", "team"),
    GAPS(
            "gaps",
            Meter.Type.COUNTER,
            "",
            "Times that Kafka no longer had the record to go on from: records were lost to retention"),
    RETRIES("retries", Meter.Type.COUNTER, "", "Rounds that an outage of Kafka, registry or store ended"),
    DEFECTS("defects", Meter.Type.COUNTER, "", "Rounds that any other error ended; the sink starts anew after a pause"),
    WRITE("write", Meter.Type.TIMER, "seconds", "Time to store one batch, rows and offsets in one transaction");

    private static final String PREFIX = "tidemark.sink.";

    private final String name;
    private final Meter.Type type;
    private final String unit;
    private final String meaning;
    private final String tag;

    SinkMeter(String name, Meter.Type type, String unit, String meaning) {
        this(name, type, unit, meaning, "");
    }

    SinkMeter(String name, Meter.Type type, String unit, String meaning, String tag) {
        this.name = name;
        this.type = type;
        this.unit = unit;
        this.meaning = meaning;
        this.tag = tag;
    }

    /** As Micrometer names it. */
    public String id() {
        return PREFIX + name;
    }

    public Meter.Type type() {
        return type;
    }

    /** Base unit; empty for counts. */
    public String unit() {
        return unit;
    }

    public String meaning() {
        return meaning;
    }

    public List<String> tags() {
        return tag.isEmpty() ? List.of() : List.of(tag);
    }
}
