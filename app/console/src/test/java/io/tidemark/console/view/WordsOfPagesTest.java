package io.tidemark.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.reports.document.Cell;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.schemas.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** The pages name some things themselves, by the words of reports. */
class WordsOfPagesTest {
    private static final Path FRONTEND = Path.of("frontend");

    @Test
    void metricsHaveTheirOwnLabels() throws IOException {
        String words = Files.readString(FRONTEND.resolve("src/format/objective.ts"));
        for (Metric metric : Metric.values()) {
            assertThat(words).contains("  " + metric.id() + ": '" + metric.label() + "',");
        }
    }

    @Test
    void anIntervalWithoutAnUpperEndHasTheNoteOfReports() throws IOException {
        Cell open = ValueFormat.ratio(1.2, OptionalDouble.of(1), OptionalDouble.empty());

        assertThat(Files.readString(FRONTEND.resolve("src/components/unbounded.tsx")))
                .contains(open.notes().stream()
                        .map(note -> "'" + note.mark() + ": " + note.meaning() + "'")
                        .toArray(String[]::new));
    }
}
