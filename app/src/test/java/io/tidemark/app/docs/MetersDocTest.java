package io.tidemark.app.docs;

import static io.tidemark.app.docs.MarkdownTable.code;
import static java.util.stream.Collectors.joining;

import io.micrometer.core.instrument.Meter;
import io.micrometer.prometheusmetrics.PrometheusNamingConvention;
import io.tidemark.app.watch.ScrapeMeter;
import io.tidemark.sinks.sink.SinkMeter;
import io.tidemark.streams.meter.StreamsMeter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/operating.md says what the enums of meters say, under the names that Prometheus sees. */
final class MetersDocTest {
    private static final String PAGE = "docs/operating.md";

    @Test
    void streamsTableMirrorsTheEnum() {
        MarkdownTable table = new MarkdownTable("meter", "type", "labels", "meaning");
        for (StreamsMeter meter : StreamsMeter.values()) {
            table.row(
                    name(meter.id(), meter.type(), meter.unit()),
                    words(meter.type()),
                    labels(Stream.concat(Stream.of("team"), meter.tags().stream())
                            .toList()),
                    meter.meaning());
        }
        new GeneratedBlock(PAGE, "streams-meters").mustBe(table.text());
    }

    @Test
    void sinkTableMirrorsTheEnum() {
        MarkdownTable table = new MarkdownTable("meter", "type", "labels", "meaning");
        for (SinkMeter meter : SinkMeter.values()) {
            table.row(
                    name(meter.id(), meter.type(), meter.unit()),
                    words(meter.type()),
                    labels(meter.tags()),
                    meter.meaning());
        }
        new GeneratedBlock(PAGE, "sink-meters").mustBe(table.text());
    }

    @Test
    void scrapeTableMirrorsTheEnum() {
        MarkdownTable table = new MarkdownTable("meter", "type", "labels", "meaning");
        for (ScrapeMeter meter : ScrapeMeter.values()) {
            table.row(name(meter.id(), meter.type(), ""), words(meter.type()), labels(meter.tags()), meter.meaning());
        }
        new GeneratedBlock(PAGE, "scrape-meters").mustBe(table.text());
    }

    /** Counters get _total from the exposition format itself. */
    private static String name(String id, Meter.Type type, String unit) {
        String base = new PrometheusNamingConvention().name(id, type, unit.isEmpty() ? null : unit);
        return code(type == Meter.Type.COUNTER && !base.endsWith("_total") ? base + "_total" : base);
    }

    private static String words(Meter.Type type) {
        return type == Meter.Type.TIMER
                ? "timer: `_count`, `_sum`, `_max`"
                : type.name().toLowerCase(Locale.ROOT);
    }

    private static String labels(List<String> labels) {
        return labels.stream().map(MarkdownTable::code).collect(joining(", "));
    }
}
