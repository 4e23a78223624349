package io.tidemark.app.watch;

import io.micrometer.core.instrument.Meter;
import java.util.List;

/** The meters of a scraper, each with its definition. Names are public API; docs/operating.md is checked against them. */
public enum ScrapeMeter {
    SAMPLES("samples", Meter.Type.COUNTER, "Samples published, by whether the page could be read", "target", "up"),
    BACKLOG("backlog.events", Meter.Type.GAUGE, "Samples that wait for Kafka"),
    LOST("lost.events", Meter.Type.GAUGE, "Samples lost on their way to Kafka since the start");

    private final String name;
    private final Meter.Type type;
    private final String meaning;
    private final String firstTag;
    private final String secondTag;

    ScrapeMeter(String name, Meter.Type type, String meaning) {
        this(name, type, meaning, "", "");
    }

    ScrapeMeter(String name, Meter.Type type, String meaning, String firstTag, String secondTag) {
        this.name = name;
        this.type = type;
        this.meaning = meaning;
        this.firstTag = firstTag;
        this.secondTag = secondTag;
    }

    /** As Micrometer names it. */
    public String id() {
        return "tidemark.scrape." + name;
    }

    public Meter.Type type() {
        return type;
    }

    public String meaning() {
        return meaning;
    }

    public List<String> tags() {
        return firstTag.isEmpty() ? List.of() : List.of(firstTag, secondTag);
    }
}
