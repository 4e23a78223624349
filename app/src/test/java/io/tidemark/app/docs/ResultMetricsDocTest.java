package io.tidemark.app.docs;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.exporter.results.ResultMetric;
import io.tidemark.fixtures.GeneratedBlock;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** docs/operate/prometheus.md has every metric that results are exposed as. */
final class ResultMetricsDocTest {
    @Test
    void tableMirrorsTheEnum() {
        MarkdownTable table = new MarkdownTable("metric", "type", "labels", "meaning");
        for (ResultMetric metric : ResultMetric.values()) {
            table.row(
                    MarkdownTable.code(metric.exposedName()),
                    metric.kind().name().toLowerCase(Locale.ROOT),
                    metric.labels().stream().map(MarkdownTable::code).collect(joining(", ")),
                    metric.meaning());
        }
        new GeneratedBlock("docs/operate/prometheus.md", "result-metrics").mustBe(table.text());
    }

    @Test
    void everyNameStandsOnce() {
        assertThat(Arrays.stream(ResultMetric.values()).map(ResultMetric::exposedName))
                .doesNotHaveDuplicates();
    }
}
