package io.tidemark.app.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.fixtures.RepositoryFiles;
import io.tidemark.importers.run.ImportOptions;
import io.tidemark.reports.document.MarkdownRenderer;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.ReportReader;
import io.tidemark.reports.output.ReportDocument;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.read.RunFilter;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.sqlite.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    private static final Path EXAMPLES = RepositoryFiles.path("docs/examples/imports");

    @TempDir
    private Path folder;

    private String report(String result) throws IOException {
        return markdown(model(Files.writeString(folder.resolve("a.json"), result)));
    }

    private static String markdown(ReportModel model) {
        return MarkdownRenderer.of(ReportDocument.of(model));
    }

    private ReportModel model(Path... files) {
        TrustedEventClasses.trust();
        try (ResultStore store = SqliteStore.open(folder.resolve("store.db"))) {
            new Importer(store, new Team("perf"))
                    .importRuns(List.of(files), ImportOptions.NONE, Importer.Moving.REFUSED, AT);
            try (var results = store.reader()) {
                List<RunRow> runs = results.runs(RunFilter.all());
                return new ReportReader(results)
                        .runs(runs.stream().map(RunRow::key).toList(), AT);
            }
        }
    }

    /** The newest runs of an experiment's phases, imported as one table and an evaluation. */
    private ReportModel experiment(Path table, Path evaluation, String phase) {
        TrustedEventClasses.trust();
        try (ResultStore store = SqliteStore.open(folder.resolve("store.db"))) {
            Importer importer = new Importer(store, new Team("perf"));
            importer.importRuns(List.of(table), of("tuning", Optional.empty()), Importer.Moving.REFUSED, AT);
            importer.importRuns(List.of(evaluation), of("tuning", Optional.of(phase)), Importer.Moving.REFUSED, AT);
            try (var results = store.reader()) {
                return new ReportReader(results)
                        .experiment(new Team("perf"), "tuning", AT)
                        .orElseThrow();
            }
        }
    }

    @Test
    void theFiguresThatTheFileTellsAreShownAndNoOthers() throws IOException {
        assertThat(report(DEFAULTS))
                .contains("| phase | req/s | n | ttft p99 (95 % CI) | tpot p99 (95 % CI) | tok/s | errors | verdict |")
                .contains("| 10 | 1,200 | 123 ms (no interval) | 15.7 ms (no interval) | 960 | 0 | not judged |")
                .contains("| 10 req/s | 1,200 | 41.9 ms (no interval) |")
                .contains("No distribution is known at 10 req/s: the import has figures only.")
                .contains("There is no band: the import has no single requests.")
                .doesNotContain("Bands are")
                .doesNotContain("too many errors |")
                .doesNotContain("| no requests |")
                .doesNotContain("calibrate: false")
                .doesNotContain("To repeat the runs");
    }

    @Test
    void aFigureThatOneLoadDoesNotTellIsNotKnownThere() throws IOException {
        String without = DEFAULTS.replace("\"p99_ttft_ms\": 123.0,", "").replace("10.0", "20.0");
        assertThat(report(DEFAULTS + without))
                .contains("| 10 | 1,200 | 123 ms (no interval) | 15.7 ms (no interval) |")
                .contains("| 20 | 1,200 | mean 56.9 ms (no percentile) | 15.7 ms (no interval) |");
    }

    @Test
    void tokensPerSecondAreThoseOfTheFileOrNone() throws IOException {
        String without = DEFAULTS.replace(", \"total_output_tokens\": 120000", "");
        assertThat(report(without)).contains("| 15.7 ms (no interval) |  | 0 | not judged |");
        assertThat(report(without.replace("\"duration\": 125.0", "\"output_throughput\": 955.5")))
                .contains("| 15.7 ms (no interval) | 956 | 0 | not judged |");
    }

    @Test
    void whatHasNoPlaceIsShownUnderTheFilesOwnName() throws IOException {
        assertThat(report(DEFAULTS.replace(
                        "\"model_id\"", "\"p99.9_ttft_ms\": 150.2, \"std_ttft_ms\": 17.2, \"model_id\"")))
                .contains("p99.9\\_ttft\\_ms 150, request\\_throughput 9.6, std\\_ttft\\_ms 17.2");
    }

    @Test
    void aSmokeTestDoesNotMissWhatFiguresCannotTell() throws IOException {
        String few = DEFAULTS.replace("1200,", "12,").replace("125.0", "1.25");
        ReportModel model = model(Files.writeString(folder.resolve("a.json"), few));

        assertThat(markdown(model.asSmokeTest()))
                .contains("Smoke test passed")
                .doesNotContain("each answer has a TTFT above 0")
                .doesNotContain("every request was sent");
    }

    @Test
    void anotherToolsFewRequestsAreNoSmokeTestUnlessThatIsAskedFor() throws IOException {
        assertThat(report(DEFAULTS.replace("1200,", "12,").replace("125.0", "1.25")))
                .doesNotContain("Smoke test")
                .contains("No SLO was given");
    }

    @Test
    void whatTheClientSentOfWhatWasDueIsNotKnown() throws IOException {
        assertThat(report(DEFAULTS)).contains("| imported | not known |").doesNotContain("100 %");
    }

    @Test
    void withoutRequestsThereAreNoIntervals() throws IOException {
        assertThat(report(DEFAULTS)).contains("There are no intervals").doesNotContain("Intervals are 95 %");
    }

    @Test
    void aTablesVerdictsAreJudgedByAndItsRowsKeepTheirOrder() {
        String markdown = markdown(model(EXAMPLES.resolve("h200-tuning/phases.csv")));

        assertThat(markdown)
                .contains(
                        "No phase holds more load: phase0, phase1-mem095, phase1-batch16k, phase1-seqs128, phase1-moderate,"
                                + " phase1-aggressive hold between 2 and 2.5 req/s")
                .contains("what broke first, at 2.5 req/s, is not known.")
                .contains("Verdicts are those of the file; their SLO is not known.")
                .contains("| throughput | load | whole step | ok req/s |\n")
                .doesNotContain("No SLO was given");
        assertThat(markdown.indexOf("| phase1-mem095 |")).isLessThan(markdown.indexOf("| phase1-batch16k |"));
    }

    @Test
    void qualityStandsBesideSpeedAndAScoreOfNothingIsShouted() {
        String markdown = markdown(experiment(
                EXAMPLES.resolve("rtx5070-kv-offload/phases.csv"),
                EXAMPLES.resolve("lm-eval-awq/results_awq.json"),
                "max-perf"));

        assertThat(markdown)
                .contains("| quality of answers | baseline | max-perf |")
                .contains("| gsm8k\\_cot exact\\_match | not evaluated | 0 % ± 0 % of 30 |")
                .contains("max-perf answered nothing right in gsm8k\\_cot exact\\_match (30 samples)")
                .contains("| max-perf | 1 | not known | mean 225 ms (no percentile) |")
                .contains("| 10.8 | not known | not judged |")
                .contains("| imported | not known | not known | not known | not known | not known | quality only |")
                .contains("(throughput-by-load.svg)")
                .doesNotContain("ttft-by-load.svg")
                .doesNotContain("The phases have no load in common.")
                .contains("| max-perf | 10 | not known |");
    }

    private static ImportOptions of(String experiment, Optional<String> phase) {
        return new ImportOptions(experiment, phase, Map.of(), Map.of(), Optional.empty(), Optional.empty());
    }
}
