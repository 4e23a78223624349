package io.tidemark.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.exchange.Importer;
import io.tidemark.app.report.document.MarkdownForm;
import io.tidemark.producer.imports.ImportTerms;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.TrustedEvents;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.read.RunFilter;
import io.tidemark.sinks.store.read.RunRow;
import io.tidemark.sinks.store.sqlite.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A result with vllm bench serve's own default figures: mean, median, std and p99 of TTFT, TPOT and ITL, and no requests. */
final class ImportedReportTest {
    private static final Instant AT = Instant.parse("2026-11-20T14:00:00Z");
    private static final String DEFAULTS = """
            {"date": "20250414-165401", "model_id": "m", "num_prompts": 1200, "request_rate": 10.0, "duration": 125.0, "completed": 1200,
             "request_throughput": 9.6, "total_output_tokens": 120000, "mean_ttft_ms": 56.9, "median_ttft_ms": 51.4, "p99_ttft_ms": 123.0,
             "mean_tpot_ms": 11.8, "median_tpot_ms": 11.7, "p99_tpot_ms": 15.7, "mean_itl_ms": 11.8, "median_itl_ms": 9.39, "p99_itl_ms": 41.9}
            """;

    @TempDir
    private Path folder;

    private String report(String result) throws IOException {
        TrustedEvents.trust();
        Path file = Files.writeString(folder.resolve("a.json"), result);
        try (ResultStore store = SqliteStore.open(folder.resolve("store.db"))) {
            new Importer(store, new Team("perf")).bring(List.of(file), ImportTerms.NONE, AT);
            try (var results = store.reader()) {
                List<RunRow> runs = results.runs(RunFilter.all());
                ReportModel model = new ReportReader(results)
                        .runs(runs.stream().map(RunRow::key).toList(), AT);
                return MarkdownForm.of(ReportDocument.of(model));
            }
        }
    }

    @Test
    void theFiguresThatTheFileTellsAreShownAndNoOthers() throws IOException {
        assertThat(report(DEFAULTS))
                .contains("| phase | req/s | n | ttft p99 (95 % CI) | tpot p99 (95 % CI) | tok/s | not ok | verdict |")
                .contains("| 10 | 1,200 | 123 ms (no interval) | 15.7 ms (no interval) | 960 | 0 | not judged |")
                .contains("| 10 req/s | 1,200 | 41.9 ms (no interval) |")
                .contains("No distribution is known at 10 req/s: what was imported tells figures only.")
                .doesNotContain("too many not ok |")
                .doesNotContain("| no requests |")
                .doesNotContain("calibrate: false")
                .doesNotContain("To repeat the runs");
    }

    @Test
    void aFigureThatOneLoadDoesNotTellIsNotKnownThere() throws IOException {
        String without = DEFAULTS.replace("\"p99_ttft_ms\": 123.0,", "").replace("10.0", "20.0");
        assertThat(report(DEFAULTS + without))
                .contains("| 10 | 1,200 | 123 ms (no interval) | 15.7 ms (no interval) |")
                .contains("| 20 | 1,200 | not known | 15.7 ms (no interval) |");
    }

    @Test
    void aSmokeTestDoesNotMissWhatFiguresCannotTell() throws IOException {
        String few = DEFAULTS.replace("1200,", "12,").replace("125.0", "1.25");
        assertThat(report(few)).contains("Smoke test passed").doesNotContain("each answer has a TTFT above 0");
    }
}
