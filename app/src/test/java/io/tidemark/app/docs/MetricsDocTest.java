package io.tidemark.app.docs;

import static io.tidemark.app.docs.MarkdownTable.code;

import io.tidemark.fixtures.GeneratedBlock;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.Signal;
import io.tidemark.schemas.Signal.Exposition;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** docs/reference/metrics.md says what {@link Metric} and {@link Signal} say. */
final class MetricsDocTest {
    private static final String PAGE = "docs/reference/metrics.md";

    @Test
    void metricsTableMirrorsTheEnum() {
        MarkdownTable table = new MarkdownTable("id", "label", "definition", "unit", "counted in the second of");
        for (Metric metric : Metric.values()) {
            table.row(code(metric.id()), metric.label(), metric.definition(), "nanoseconds", metric.eventTime());
        }
        new GeneratedBlock(PAGE, "metrics").mustBe(table.text());
    }

    @Test
    void signalsTableMirrorsTheEnum() {
        MarkdownTable table = new MarkdownTable("id", "kind", "unit", "meaning", "exposed as");
        for (Signal signal : Signal.values()) {
            table.row(
                    code(signal.id()),
                    signal.kind().name().toLowerCase(Locale.ROOT),
                    signal.unit(),
                    signal.meaning(),
                    signal.expositions().stream()
                            .map(MetricsDocTest::description)
                            .collect(Collectors.joining(", ")));
        }
        new GeneratedBlock(PAGE, "signals").mustBe(table.text());
    }

    private static String description(Exposition exposition) {
        return exposition.factor() == 1
                ? code(exposition.name())
                : code(exposition.name()) + " × " + plain(exposition.factor());
    }

    private static String plain(double factor) {
        return factor == Math.rint(factor) ? Long.toString(Math.round(factor)) : Double.toString(factor);
    }
}
