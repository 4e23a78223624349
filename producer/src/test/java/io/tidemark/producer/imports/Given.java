package io.tidemark.producer.imports;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.MetricName;
import io.tidemark.events.MetricResult;
import io.tidemark.events.StepResult;
import io.tidemark.schemas.serde.TrustedEvents;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** Files to import, and what of their runs is looked at. */
final class Given {
    static final Instant MODIFIED = Instant.parse("2026-03-01T10:00:00Z");
    static final long MILLI = 1_000_000;

    private Given() {}

    static SourceFile file(String name, String text) {
        return new SourceFile("", name, text.getBytes(StandardCharsets.UTF_8), MODIFIED);
    }

    static Imports.Outcome read(SourceFile... files) {
        TrustedEvents.trust();
        return Imports.read(List.of(files), ImportTerms.NONE);
    }

    /** The runs of one file that is good. */
    static List<ImportedRun> runs(String name, String text) {
        Imports.Outcome outcome = read(file(name, text));
        assertThat(outcome.bad()).isEmpty();
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
        Imports.Outcome outcome = read(file);
        assertThat(outcome.runs()).isEmpty();
        assertThat(outcome.bad()).hasSize(1);
        return outcome.bad().get(0);
    }

    static MetricResult metric(StepResult result, MetricName name) {
        return metrics(result, name).findFirst().orElseThrow();
    }

    static Stream<MetricResult> metrics(StepResult result, MetricName name) {
        return result.getMetrics().stream().filter(metric -> metric.getMetric() == name);
    }
}
