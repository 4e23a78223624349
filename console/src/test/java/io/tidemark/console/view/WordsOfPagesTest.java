package io.tidemark.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.events.LoadKind;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.schemas.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The pages format some values themselves: by the words, units and digits of reports. */
class WordsOfPagesTest {
    private static final Path FRONTEND = Path.of("frontend");

    @Test
    void latenciesReadAsInReports() throws IOException {
        JsonNode cases = new ObjectMapper()
                .readTree(FRONTEND.resolve("test/latencies.json").toFile());
        assertThat(cases).isNotEmpty();
        for (JsonNode one : cases) {
            assertThat(ValueFormat.latency(one.get(0).asDouble()))
                    .isEqualTo(one.get(1).asText());
        }
    }

    @Test
    void metricsHaveTheirOwnLabels() throws IOException {
        String words = Files.readString(FRONTEND.resolve("src/format/objective.ts"));
        for (Metric metric : Metric.values()) {
            assertThat(words).contains("  " + metric.id() + ": '" + metric.label() + "',");
        }
    }

    @Test
    void loadsHaveTheirOwnUnits() throws IOException {
        String words = Files.readString(FRONTEND.resolve("src/format/number.ts"));
        assertThat(words)
                .contains("kind === 'CONCURRENCY' ? '" + ValueFormat.unit(LoadKind.CONCURRENCY) + "'")
                .contains("kind === 'RATE' ? '" + ValueFormat.unit(LoadKind.RATE) + "'");
    }
}
