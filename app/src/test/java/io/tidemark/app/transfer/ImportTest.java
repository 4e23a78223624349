package io.tidemark.app.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Verdict;
import io.tidemark.fixtures.RepositoryFiles;
import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunFilter;
import io.tidemark.sinks.store.read.run.QualityRow;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.read.step.StepRow;
import io.tidemark.sinks.store.sqlite.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** tidemark runs import, as a person runs it. */
final class ImportTest {
    private static final String DETAILED = """
            {"date": "20260301-100010", "model_id": "m", "request_rate": 1.0, "duration": 10.0, "completed": 2,
             "ttfts": [0.1, 0.2], "itls": [[0.05, 0.05], [0.1, 0.1, 0.1]], "output_lens": [3, 4], "start_times": [5.0, 6.0]}""";

    @TempDir
    private Path home;

    private Path file;

    @BeforeEach
    void writeFile() throws IOException {
        file = Files.writeString(home.resolve("a.json"), DETAILED);
    }

    private ResultReader reader() {
        return SqliteStore.openReader(home.resolve("store.db"));
    }

    private List<RunRow> runs() {
        try (ResultReader reader = reader()) {
            return reader.runs(RunFilter.all());
        }
    }

    @Test
    void anImportedRunIsReadLikeAnyOther() {
        CommandOutput said = CommandOutput.run(
                home, "runs", "import", file.toString(), "--experiment", "tuning", "--phase", "baseline");
        assertThat(said.code()).as(said.text()).isZero();
        assertThat(said.text()).contains("tuning / baseline").contains("lacks   no due times");
        try (ResultReader reader = reader()) {
            RunRow run = reader.runs(RunFilter.all()).get(0);
            assertThat(run.imported().orElseThrow().tool()).isEqualTo("vllm bench serve");
            assertThat(reader.requestCount(run.key())).isEqualTo(2);
            StepRow step = reader.steps(run.key()).get(0);
            assertThat(step.result().orElseThrow().metrics())
                    .hasEntrySatisfying(
                            Metric.TTFT,
                            row -> assertThat(row.hasDistribution()).isTrue());
            List<OptionalLong> ttft = new ArrayList<>();
            reader.scanRequests(run.key(), request -> {
                ttft.add(request.nanos(Metric.TTFT));
                assertThat(request.nanos(Metric.TTFT_DUE)).isEmpty();
            });
            assertThat(ttft).containsExactlyInAnyOrder(OptionalLong.of(100_000_000L), OptionalLong.of(200_000_000L));
        }
    }

    /** Of the one experiment. */
    private static List<String> phases(ResultReader reader) {
        return reader.experiments().get(0).phases();
    }

    @Test
    void importingTwiceIsImportingOnce() {
        CommandOutput.run(home, "runs", "import", file.toString());
        assertThat(CommandOutput.run(home, "runs", "import", file.toString()).code())
                .isZero();
        assertThat(runs()).hasSize(1);
        CommandOutput.run(home, "runs", "import", file.toString(), "--phase", "moved", "--reassign");
        assertThat(runs()).hasSize(1);
        assertThat(runs().get(0).phase()).isEqualTo("moved");
        try (ResultReader reader = reader()) {
            assertThat(reader.requestCount(runs().get(0).key())).isEqualTo(2);
        }
    }

    @Test
    void aRunOfAnotherExperimentStaysThereUnlessItIsToBeMoved() {
        CommandOutput.run(home, "runs", "import", file.toString(), "--experiment", "a");
        List<RunRow> before = runs();
        CommandOutput said = CommandOutput.run(home, "runs", "import", file.toString(), "--experiment", "b");
        assertThat(said.code()).isEqualTo(2);
        assertThat(said.text())
                .contains("a.json: run " + before.get(0).key().run() + " is in the store as a / ")
                .contains("--reassign moves it to b / ");
        assertThat(runs()).isEqualTo(before);
    }

    @Test
    void aResultThatAnotherRunHoldsIsLeftOutAndNamed() throws IOException {
        Path other = Files.writeString(
                home.resolve("b.json"), DETAILED.replace("\"request_rate\": 1.0", "\"request_rate\": 2.0"));
        CommandOutput.run(home, "runs", "import", file.toString(), other.toString());
        String id = runs().get(0).key().run();
        CommandOutput again = CommandOutput.run(home, "runs", "import", other.toString());
        assertThat(again.text()).contains("left out: b.json is in the store already, in run " + id);
        assertThat(runs()).hasSize(1);
    }

    @Test
    void aBadFileIsNamedAndTheGoodOnesAreStored() throws IOException {
        Path bad = Files.writeString(home.resolve("bad.json"), DETAILED.replace("0.2]", "-0.2]"));
        CommandOutput said = CommandOutput.run(
                home,
                "runs",
                "import",
                bad.toString(),
                file.toString(),
                home.resolve("none.json").toString());
        assertThat(said.code()).isEqualTo(2);
        assertThat(said.text())
                .contains("bad.json: ttfts[1] must be >= 0 but was -0.2")
                .contains("none.json: cannot be read: there is no such file")
                .contains("2 of 3 files could not be imported, nothing of them was stored");
        assertThat(runs()).hasSize(1);
    }

    @Test
    void ratesThatATableStatesAreCompared() throws IOException {
        String header = "phase,rate,requests,ttft_p99_ms,output_throughput,request_goodput\n";
        Path base = Files.writeString(home.resolve("base.csv"), header + "a,2.0,300,953,900,1.9\n");
        Path candidate = Files.writeString(home.resolve("candidate.csv"), header + "b,2.0,300,900,1000,1.5\n");
        assertThat(CommandOutput.run(home, "compare", base.toString(), candidate.toString(), "--all")
                        .text())
                .containsPattern("2 req/s +output_tokens_per_second +900 tok/s +1,000 tok/s")
                .containsPattern("2 req/s +goodput[a-z_]* +1.9 req/s +1.5 req/s");
    }

    @Test
    void aBadFileAloneLeavesTheStoreAsItWas() throws IOException {
        CommandOutput.run(home, "runs", "import", file.toString());
        List<RunRow> before = runs();
        Path bad = Files.writeString(home.resolve("bad.json"), "{");
        assertThat(CommandOutput.run(home, "runs", "import", bad.toString()).code())
                .isEqualTo(2);
        assertThat(runs()).isEqualTo(before);
    }

    @Test
    void loadsThatFilesDoNotSayAreTakenFromTheOption() throws IOException {
        Path bare = Files.writeString(home.resolve("c.json"), DETAILED.replace("\"request_rate\": 1.0, ", ""));
        assertThat(CommandOutput.run(home, "runs", "import", bare.toString(), "--load", "concurrency=8")
                        .text())
                .contains("8 concurrent");
        assertThat(CommandOutput.run(home, "runs", "import", bare.toString(), "--load", "fast")
                        .text())
                .contains("--load must be rate=REQUESTS_PER_SECOND or concurrency=REQUESTS but was fast");
        assertThat(CommandOutput.run(home, "runs", "import", bare.toString(), "--format", "excel")
                        .text())
                .contains("format must be one of [vllm, vllm-sweep");
    }

    @Test
    void theTuningPlansTableHoldsTwoRequestsPerSecondInAllButTheRerun() {
        CommandOutput.run(home, "runs", "import", example("h200-tuning/phases.csv"), "--experiment", "H200 tuning");
        try (ResultReader reader = reader()) {
            for (RunRow run : reader.runs(RunFilter.all())) {
                double held = reader.steps(run.key()).stream()
                        .map(step -> step.result().orElseThrow())
                        .filter(result -> result.verdict() == Verdict.PASS)
                        .mapToDouble(result -> result.load())
                        .max()
                        .orElseThrow();
                assertThat(held).as(run.phase()).isEqualTo(run.phase().equals("phase1-baseline-rerun") ? 1.5 : 2.0);
            }
            assertThat(phases(reader)).hasSize(7);
        }
    }

    @Test
    void theExperimentsLogHasEightPhasesInItsOrder() {
        CommandOutput.run(home, "runs", "import", example("l4-phi4/experiments.txt"), "--experiment", "L4 Phi-4");
        try (ResultReader reader = reader()) {
            assertThat(phases(reader))
                    .extracting(phase -> phase.substring(0, 6))
                    .containsExactly("Expt 1", "Expt 2", "Expt 3", "Expt 4", "Expt 5", "Expt 6", "Expt 7", "Expt 8");
        }
    }

    @Test
    void noRightAnswerInGsm8kIsThereBesideTheSpeed() {
        CommandOutput.run(
                home,
                "runs",
                "import",
                example("rtx5070-kv-offload/official.csv"),
                example("lm-eval-awq/results_awq.json"),
                "--phase",
                "max-perf");
        try (ResultReader reader = reader()) {
            assertThat(reader.quality(RunFilter.all().phase("max-perf")))
                    .filteredOn(row -> row.task().equals("gsm8k_cot"))
                    .extracting(QualityRow::value)
                    .containsExactly(0.0);
        }
    }

    @Test
    void theComparisonOfThePageShowsTheQualityThatIsMissed() {
        CommandOutput said = CommandOutput.run(
                home, "compare", example("lm-eval-awq/required.json"), example("lm-eval-awq/results_awq.json"));
        assertThat(said.text())
                .contains("gsm8k_cot exact_match -80.0 points (95 % CI -95.8 to -64.2 points")
                .containsPattern("gsm8k_cot exact_match .* REGRESSED");
    }

    private static String example(String name) {
        return RepositoryFiles.path("docs/examples/imports/" + name).toString();
    }
}
