package io.tidemark.sinks.sink;

import com.google.common.collect.ImmutableList;
import io.micrometer.core.instrument.Meter;
import io.tidemark.schemas.meter.DefinedMeter;
import io.tidemark.schemas.meter.MeterDefinition;

/** The meters of a sink, each with its definition. Names are public API; docs/operate/operating.md is checked against them. */
public enum SinkMeter implements DefinedMeter {
    STATE("state", Meter.Type.GAUGE, "", "1 for the state that the sink is in, else 0", "state"),
    LAG("lag", Meter.Type.GAUGE, "records", "Committed records of a team that are not in the store yet", "team"),
    STORED(
            "stored",
            Meter.Type.COUNTER,
            "records",
            "Records that are in the store, heartbeats as a sign of life of their run",
            "team"),
    UNDECODABLE(
            "undecodable",
            Meter.Type.COUNTER,
            "records",
            "Records that were put aside: they could not be decoded, the database refuses them for what they hold, or no row can be made of them",
            "team"),
    GAPS(
            "gaps",
            Meter.Type.COUNTER,
            "",
            "Times that Kafka no longer had the record to go on from: records were lost to retention"),
    RETRIES(
            "retries",
            Meter.Type.COUNTER,
            "",
            "Batches or rounds that an outage of Kafka, registry or store ended; they are tried again"),
    DEFECTS(
            "defects",
            Meter.Type.COUNTER,
            "",
            "Batches or rounds that any other error ended; they are tried again after a pause"),
    WRITE("write", Meter.Type.TIMER, "seconds", "Time to store one batch, rows and offsets in one transaction");

    private final MeterDefinition definition;

    SinkMeter(String name, Meter.Type type, String unit, String meaning, String... tags) {
        this.definition = new MeterDefinition("tidemark.sink." + name, type, unit, meaning, ImmutableList.copyOf(tags));
    }

    @Override
    public MeterDefinition definition() {
        return definition;
    }
}
