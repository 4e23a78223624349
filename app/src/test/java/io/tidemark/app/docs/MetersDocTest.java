package io.tidemark.app.docs;

import static io.tidemark.app.docs.MarkdownTable.code;
import static java.util.stream.Collectors.joining;

import io.micrometer.core.instrument.Meter;
import io.micrometer.prometheusmetrics.PrometheusNamingConvention;
import io.tidemark.alerts.dispatch.AlertMeter;
import io.tidemark.app.health.ScrapeMeter;
import io.tidemark.fixtures.GeneratedBlock;
import io.tidemark.schemas.meter.DefinedMeter;
import io.tidemark.schemas.meter.MeterDefinition;
import io.tidemark.sinks.sink.SinkMeter;
import io.tidemark.streams.meter.StreamsMeter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/operate/operating.md says what the enums of meters say, under the names that Prometheus sees. */
final class MetersDocTest {
    private static final String PAGE = "docs/operate/operating.md";

    @Test
    void streamsTableMirrorsTheEnum() {
        new GeneratedBlock(PAGE, "streams-meters").mustBe(table(StreamsMeter.values(), "team"));
    }

    @Test
    void sinkTableMirrorsTheEnum() {
        new GeneratedBlock(PAGE, "sink-meters").mustBe(table(SinkMeter.values()));
    }

    @Test
    void alertsTableMirrorsTheEnum() {
        new GeneratedBlock(PAGE, "alerts-meters").mustBe(table(AlertMeter.values()));
    }

    @Test
    void scrapeTableMirrorsTheEnum() {
        new GeneratedBlock(PAGE, "scrape-meters").mustBe(table(ScrapeMeter.values()));
    }

    /** {@code always} are labels that all of them have. */
    private static String table(DefinedMeter[] meters, String... always) {
        MarkdownTable table = new MarkdownTable("meter", "type", "labels", "meaning");
        for (DefinedMeter meter : meters) {
            MeterDefinition is = meter.definition();
            table.row(
                    name(is.id(), is.type(), is.unit()),
                    description(is.type()),
                    labels(Stream.concat(Stream.of(always), is.tags().stream()).toList()),
                    is.meaning());
        }
        return table.text();
    }

    /** Counters get _total from the exposition format itself. */
    private static String name(String id, Meter.Type type, String unit) {
        String base = new PrometheusNamingConvention().name(id, type, unit.isEmpty() ? null : unit);
        return code(type == Meter.Type.COUNTER && !base.endsWith("_total") ? base + "_total" : base);
    }

    private static String description(Meter.Type type) {
        return type == Meter.Type.TIMER
                ? "timer: `_count`, `_sum`, `_max`"
                : type.name().toLowerCase(Locale.ROOT);
    }

    private static String labels(List<String> labels) {
        return labels.stream().map(MarkdownTable::code).collect(joining(", "));
    }
}
