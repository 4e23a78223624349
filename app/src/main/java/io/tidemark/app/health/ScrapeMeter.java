package io.tidemark.app.health;

import com.google.common.collect.ImmutableList;
import io.micrometer.core.instrument.Meter;
import io.tidemark.schemas.meter.DefinedMeter;
import io.tidemark.schemas.meter.MeterDefinition;

/** The meters of a scraper, each with its definition. Names are public API; docs/operate/operating.md is checked against them. */
public enum ScrapeMeter implements DefinedMeter {
    SAMPLES("samples", Meter.Type.COUNTER, "", "Samples published, by whether the page could be read", "target", "up"),
    BACKLOG("backlog.events", Meter.Type.GAUGE, "", "Samples that wait for Kafka"),
    LOST("lost.events", Meter.Type.GAUGE, "", "Samples lost on their way to Kafka since the start");

    private final MeterDefinition definition;

    ScrapeMeter(String name, Meter.Type type, String unit, String meaning, String... tags) {
        this.definition =
                new MeterDefinition("tidemark.scrape." + name, type, unit, meaning, ImmutableList.copyOf(tags));
    }

    @Override
    public MeterDefinition definition() {
        return definition;
    }
}
