package io.tidemark.importers;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.MetricName;
import io.tidemark.events.MetricResult;
import io.tidemark.events.StepResult;
import io.tidemark.importers.file.SourceFile;
import io.tidemark.importers.run.ImportOptions;
import io.tidemark.importers.run.ImportedRun;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** Files to import, and what of their runs is looked at. */
final class ImportFixture {
    static final Instant MODIFIED = Instant.parse("2026-03-01T10:00:00Z");
    static final long MILLI = 1_000_000;

    private ImportFixture() {}

    static SourceFile file(String name, String text) {
        return new SourceFile("", name, text.getBytes(StandardCharsets.UTF_8), MODIFIED);
    }

    static ResultImporter.ImportResult read(SourceFile... files) {
        TrustedEventClasses.trust();
        return ResultImporter.read(List.of(files), ImportOptions.NONE);
    }

    /** The runs of one file that is good. */
    static List<ImportedRun> runs(String name, String text) {
        ResultImporter.ImportResult outcome = read(file(name, text));
        assertThat(outcome.errors()).isEmpty();
        return outcome.runs();
    }

    static ImportedRun run(String name, String text) {
        List<ImportedRun> runs = runs(name, text);
        assertThat(runs).hasSize(1);
        return runs.get(0);
    }

    /** Why a file is not read. */
    static String bad(String name, String text) {
        return bad(file(name, text));
    }

    static String bad(SourceFile file) {
        ResultImporter.ImportResult outcome = read(file);
        assertThat(outcome.runs()).isEmpty();
        assertThat(outcome.errors()).hasSize(1);
        return outcome.errors().get(0);
    }

    static MetricResult metric(StepResult result, MetricName name) {
        return metrics(result, name).findFirst().orElseThrow();
    }

    static Stream<MetricResult> metrics(StepResult result, MetricName name) {
        return result.getMetrics().stream().filter(metric -> metric.getMetric() == name);
    }
}
