package io.tidemark.app.cli.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.events.LoadKind;
import io.tidemark.events.RunStatus;
import io.tidemark.schemas.FlagMismatch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tidemark compare} on a store whose truth is known. */
class CompareCommandTest {
    @TempDir
    private Path home;

    private void stored(StoredRuns.Kind... kinds) {
        try (StoredRuns runs = new StoredRuns(home.resolve("store.db"))) {
            runs.inTurns(5, kinds);
        }
    }

    private String said(ExitCode expected, String... arguments) {
        try (Shell shell = new Shell(home)) {
            int code = shell.run(arguments);
            assertThat(code).as(shell.out() + shell.err()).isEqualTo(expected.code());
            return shell.out() + shell.err();
        }
    }

    @Test
    void aSlowerPhaseIsSaidToBeWorseWithItsInterval() throws Exception {
        stored(StoredRuns.Kind.of("baseline"), StoredRuns.Kind.of("moderate").slowerBy(1.3));

        JsonNode answer = new JsonMapper().readTree(said(ExitCode.OK, "compare", "baseline", "moderate", "--json"));

        assertThat(answer.path("answer").asText())
                .startsWith("No phase holds a tested load for certain: baseline, moderate hold less than 1 req/s."
                        + " moderate against baseline is worse in");
        JsonNode p99 = line(answer, "ttft p99", 2.0);
        assertThat(p99.path("verdict").asText()).isEqualTo("REGRESSED");
        assertThat(p99.path("low").asDouble()).isPositive().isLessThan(0.3);
        assertThat(p99.path("high").asDouble()).isGreaterThan(0.3).isLessThan(0.5);
        assertThat(p99.path("base").path("byRun")).hasSize(5);
        assertThat(line(answer, "error_share", 2.0).path("verdict").asText()).isEqualTo("EQUIVALENT");
        assertThat(answer.path("differingFlags").path(0).path("flag").asText()).isEqualTo("max-num-seqs");
    }

    @Test
    void theTerminalShowsVerdictLinesFlagsAndSignals() {
        stored(StoredRuns.Kind.of("baseline"), StoredRuns.Kind.of("moderate").slowerBy(1.3));

        assertThat(said(ExitCode.OK, "compare", "H200 tuning/baseline", "H200 tuning/moderate"))
                .contains("baseline is worse in 13 of 15 figures", "REGRESSED", "flag max-num-seqs", "1024", "128")
                .contains("running", "KV use", "Besides: ")
                .contains(
                        "  margin: the largest change that does not matter\n",
                        "  block: the worsening that the interval must exclude before a figure is NOT WORSE\n");
    }

    /** TPOT and the running requests are larger at 2 req/s only. */
    @Test
    void signalsAreThoseAtTheLoadOfTheLargestChange() throws Exception {
        StoredRuns.Kind small =
                StoredRuns.Kind.of("small").of(LoadKind.RATE, List.of(0.5, 2.0)).slowerBy(0.7);
        stored(small, small.named("large").batching(1.5));

        JsonNode answer = new JsonMapper().readTree(said(ExitCode.OK, "compare", "small", "large", "--json"));

        JsonNode running = answer.path("signals").path(0);
        assertThat(running.path("signal").asText()).isEqualTo("engine.requests.running");
        assertThat(running.path("candidate").asDouble() / running.path("base").asDouble())
                .isCloseTo(1.5, within(0.1));
    }

    @Test
    void phasesOfOneNameAreCalledAsTheyWereNamed() {
        stored(
                StoredRuns.Kind.of("baseline"),
                StoredRuns.Kind.of("baseline").slowerBy(1.3).in("L4"));

        assertThat(said(ExitCode.OK, "compare", "H200 tuning/baseline", "L4/baseline")
                        .replaceAll("\\s+", " "))
                .contains("L4/baseline against H200 tuning/baseline is worse in ");
    }

    @Test
    void answersOfOtherLengthsAreNeverComparedSilently() {
        try (StoredRuns runs = new StoredRuns(home.resolve("store.db"))) {
            runs.add(3, StoredRuns.Kind.of("baseline"));
            runs.add(3, StoredRuns.Kind.of("alike"));
            runs.answering(150).add(3, StoredRuns.Kind.of("cut"));
        }

        assertThat(said(ExitCode.OK, "compare", "baseline", "cut").replaceAll("\\s+", " "))
                .contains(
                        "answers at 2 req/s are not of the same length: 200 output tokens on average in baseline and 150 in"
                                + " cut");
        assertThat(said(ExitCode.OK, "compare", "baseline", "alike")).doesNotContain("not of the same length");
        assertThat(said(ExitCode.OK, "compare", "baseline", "alike", "cut").replaceAll("\\s+", " "))
                .contains("150 in cut");
    }

    @Test
    void twoTimesTheSameIsNotWorse() {
        stored(StoredRuns.Kind.of("baseline"), StoredRuns.Kind.of("again"));

        assertThat(said(ExitCode.OK, "compare", "baseline", "again", "--all"))
                .contains("baseline is not worse: ", "again passes 4 of 10 steps and fails 6, baseline passes ")
                .contains("   1 point   2 points   EQUIVALENT")
                .doesNotContain(" %   REGRESSED", " %   IMPROVED");
    }

    @Test
    void oneRunASideIsScreeningAndBorrowsFromRepeatsElsewhere() {
        try (StoredRuns runs = new StoredRuns(home.resolve("store.db"))) {
            runs.add(1, StoredRuns.Kind.of("baseline"));
            runs.add(1, StoredRuns.Kind.of("moderate").slowerBy(1.5));
            runs.add(4, StoredRuns.Kind.of("other"));
        }

        assertThat(said(ExitCode.OK, "compare", "baseline", "moderate", "--all"))
                .contains(
                        "baseline holds more load: between 1 and 2 req/s within the SLO, moderate holds less than 1 req/s",
                        "(a hint: one run each)",
                        "hint: regressed",
                        "the variation of repeats elsewhere in the experiment");
    }

    @Test
    void unlikeThingsAreRefusedUnlessToldSo() {
        stored(
                StoredRuns.Kind.of("baseline"),
                StoredRuns.Kind.of("workload").withWorkload("fedcba9876543210"),
                StoredRuns.Kind.of("model").withModel("llama-8b"),
                StoredRuns.Kind.of("hardware").withLabels(Map.of("gpu", "L4")),
                StoredRuns.Kind.of("closed").of(LoadKind.CONCURRENCY, List.of(1.0, 2.0)));

        assertThat(said(ExitCode.USAGE, "compare", "baseline", "workload"))
                .contains(
                        "workload: 0123456789ab (baseline, run 01JD8Z",
                        "and fedcba987654 (workload, run",
                        "--allow-mismatch");
        assertThat(said(ExitCode.USAGE, "compare", "baseline", "model")).contains("model: llama-70b", "llama-8b");
        assertThat(said(ExitCode.USAGE, "compare", "baseline", "hardware")).contains("gpu H200", "gpu L4");
        assertThat(said(ExitCode.USAGE, "compare", "baseline", "closed")).contains("request rate", "concurrency");
        assertThat(said(ExitCode.OK, "compare", "baseline", "model", "--allow-mismatch"))
                .contains("Compared although they differ: model: llama-70b");
    }

    @Test
    void whatIsNamedWrongIsToldWithWhatThereIs() {
        stored(StoredRuns.Kind.of("baseline"), StoredRuns.Kind.of("baseline").in("L4"));

        assertThat(said(ExitCode.USAGE, "compare", "baseline", "nothing"))
                .contains("several experiments have a phase \"baseline\": H200 tuning/baseline, L4/baseline");
        assertThat(said(ExitCode.USAGE, "compare", "L4/baseline", "nothing"))
                .contains(
                        "\"nothing\" is no phase, run id or file; the store holds: H200 tuning/baseline, L4/baseline");
        assertThat(said(ExitCode.USAGE, "compare", "01JD8Z6K3M5TQX9V2R7C0W9999", "L4/baseline"))
                .contains("run 01JD8Z6K3M5TQX9V2R7C0W9999 is not in the store");
        assertThat(said(ExitCode.USAGE, "compare", "L4/baseline")).contains("only \"L4/baseline\" was named");
    }

    @Test
    void runsAreNamedByTheirIds() {
        List<String> base = new ArrayList<>();
        List<String> candidate = new ArrayList<>();
        try (StoredRuns runs = new StoredRuns(home.resolve("store.db"))) {
            base.addAll(runs.add(3, StoredRuns.Kind.of("baseline")));
            candidate.addAll(runs.add(3, StoredRuns.Kind.of("baseline").slowerBy(1.5)));
        }

        assertThat(said(ExitCode.OK, "compare", String.join(",", base), String.join(",", candidate)))
                .contains("REGRESSED");
    }

    @Test
    void whereNoPhaseHoldsALoadNoneIsSaidToHoldTheMost() {
        stored(
                StoredRuns.Kind.of("baseline").slowerBy(2),
                StoredRuns.Kind.of("moderate").slowerBy(2));

        assertThat(said(ExitCode.OK, "compare", "--table", "H200 tuning"))
                .contains("No phase holds a tested load for certain: baseline, moderate hold less than 1 req/s.");
    }

    @Test
    void aTableComparesWithThePhaseThatTheNewestPlanNames() throws Exception {
        stored(StoredRuns.Kind.of("baseline"), StoredRuns.Kind.of("moderate"), StoredRuns.Kind.of("aggressive"));
        assertThat(said(ExitCode.OK, "compare", "--table", "H200 tuning"))
                .contains("Figure by figure, moderate, aggressive are");

        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + home.resolve("store.db"));
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("UPDATE runs SET plan = '{\"baseline\": \"moderate\"}' WHERE phase = 'aggressive'");
        }
        assertThat(said(ExitCode.OK, "compare", "--table", "H200 tuning"))
                .contains("Figure by figure, baseline, aggressive are");
    }

    @Test
    void aTableTellsSustainedAndShortRunApartAndRepeatsThatContradictEachOther() throws Exception {
        try (StoredRuns runs = new StoredRuns(home.resolve("store.db"))) {
            runs.add(3, StoredRuns.Kind.of("baseline").slowerBy(0.7));
            runs.add(2, StoredRuns.Kind.of("baseline").slowerBy(2));
            runs.add(3, StoredRuns.Kind.of("moderate").slowerBy(0.7));
        }

        assertThat(said(ExitCode.OK, "compare", "--table", "H200 tuning"))
                .contains(
                        "held sustained, req/s", "held short-run, req/s", "moderate holds more load: at least 2 req/s")
                .contains("baseline: repeats at 1 req/s contradict each other: 3 passed, 2 failed");
        JsonNode held = new JsonMapper()
                .readTree(said(ExitCode.OK, "compare", "--table", "H200 tuning", "--json"))
                .path("phases");
        assertThat(held.at("/0/held/0/contradicted/0/passed").asInt()).isEqualTo(3);
        assertThat(held.at("/1/held/0/verdictOn").asText()).isEqualTo("SHORT_RUN");
        assertThat(held.at("/1/held/0/shortRun/heldUpTo").asDouble()).isEqualTo(2);
        assertThat(held.at("/1/held/0/sustained/heldUpTo").isNull()).isTrue();
    }

    @Test
    void invalidRunsAreLeftOutAndSaid() {
        try (StoredRuns runs = new StoredRuns(home.resolve("store.db"))) {
            runs.add(3, StoredRuns.Kind.of("baseline"));
            runs.add(3, StoredRuns.Kind.of("moderate"));
            runs.add(1, StoredRuns.Kind.of("moderate").slowerBy(9).ended(RunStatus.INVALID));
            runs.add(1, StoredRuns.Kind.of("broken").ended(RunStatus.INVALID));
        }

        assertThat(said(ExitCode.OK, "compare", "baseline", "moderate"))
                .contains("run 01JD8Z6K3M5TQX9V2R7C0W0006 of moderate is left out: it is INVALID, sent 64 %")
                .doesNotContain("REGRESSED");
        assertThat(said(ExitCode.RUN_INVALID, "compare", "baseline", "broken"))
                .contains("\"broken\" has no run to compare");
    }

    @Test
    void aDeclaredFlagThatTheServerContradictedStandsInTheComparison() {
        String description =
                new FlagMismatch("kv-cache-dtype", "fp8", "auto", "vllm:cache_config_info.cache_dtype").remark();
        stored(StoredRuns.Kind.of("baseline"), StoredRuns.Kind.of("fp8").remarked(description));

        assertThat(said(ExitCode.OK, "compare", "baseline", "fp8").replaceAll("\\s+", " "))
                .contains(description);
    }

    @Test
    void filesHaveVerdictPicturesAndConfiguration() throws Exception {
        stored(StoredRuns.Kind.of("baseline"), StoredRuns.Kind.of("moderate").slowerBy(1.3));
        Path html = home.resolve("out/comparison.html");
        Path markdown = home.resolve("out/comparison.md");

        said(
                ExitCode.OK,
                "compare",
                "baseline",
                "moderate",
                "--html",
                html.toString(),
                "--markdown",
                markdown.toString());

        assertThat(Files.readString(html)).contains("<svg", "TTFT at 2 req/s", "REGRESSED", "404,944 tokens");
        assertThat(Files.readString(markdown)).contains("## 2. Differences", "(cdf-ttft-1.svg)");
        assertThat(home.resolve("out/cdf-ttft-1.svg")).exists();
    }

    @Test
    void manyPhasesAreATableWithBestAndChange() {
        stored(
                StoredRuns.Kind.of("baseline"),
                StoredRuns.Kind.of("moderate").slowerBy(0.8),
                StoredRuns.Kind.of("aggressive").slowerBy(2.2));

        assertThat(said(ExitCode.OK, "compare", "--table", "H200 tuning").replaceAll(" +", " "))
                .contains("at least 2 req/s", "less than 1 req/s", "ttft p95 < 500ms")
                .containsPattern("ttft p99 \\d+ ms, best \\d+ ms, not compared [\\d,]+ ms, 2.\\d+x slower, REGRESSED")
                .contains("not compared: baseline breaks its SLO at 2 req/s");
    }

    /** TTFT p95 is 1.5 times the median of 300 ms * (1 + 0.1 * load): the baseline holds 1 req/s, where it has 450 ms, and not 4, with 570 ms. */
    @Test
    void aTableComparesNoLatencyWhereAPhaseBreaksItsSlo() throws Exception {
        stored(
                StoredRuns.Kind.of("baseline").slowerBy(0.9).of(LoadKind.RATE, List.of(1.0, 4.0)),
                StoredRuns.Kind.of("moderate").slowerBy(0.6).of(LoadKind.RATE, List.of(1.0, 4.0)));
        Path markdown = home.resolve("table.md");

        String said = said(ExitCode.OK, "compare", "--table", "H200 tuning", "--markdown", markdown.toString());

        assertThat(said.replaceAll(" +", " "))
                .contains("at 1 req/s baseline moderate")
                .containsPattern("ttft p99 \\d+ ms \\d+ ms, .*, IMPROVED, best");
        assertThat(Files.readString(markdown))
                .containsPattern("ttft p99 \\| \\d+ ms \\| \\d+ ms, not compared \\|")
                .contains("not compared: baseline breaks its SLO at 4 req/s");
    }

    @Test
    void ttftStabilityIsToldAcrossConcurrency() {
        stored(
                StoredRuns.Kind.of("baseline").of(LoadKind.CONCURRENCY, List.of(1.0, 2.0, 40.0)),
                StoredRuns.Kind.of("moderate").of(LoadKind.CONCURRENCY, List.of(1.0, 2.0, 40.0)));

        // 300 ms * (1 + 0.1 * concurrency): 330, 360 and 1,500 ms.
        assertThat(said(ExitCode.OK, "compare", "--table", "H200 tuning").replaceAll(" +", " "))
                .containsPattern("baseline 2 3\\d\\d ms 5\\d\\d ms (stable|acceptable)")
                .containsPattern("baseline 40 1,\\d+ ms 2,\\d+ ms unstable: look at batching and scheduling");
    }

    private static JsonNode line(JsonNode answer, String figure, double load) {
        for (JsonNode line : answer.path("compared")) {
            if (line.path("figure").asText().equals(figure) && line.path("load").asDouble() == load) {
                return line;
            }
        }
        throw new AssertionError("no line " + figure + " at " + load + " in " + answer);
    }
}
