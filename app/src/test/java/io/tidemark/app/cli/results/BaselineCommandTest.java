package io.tidemark.app.cli.results;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.events.RunStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code tidemark baseline}, and what compare, gate and deletion make of baselines, on a store whose truth is known. */
final class BaselineCommandTest {
    private static final String OTHER_TOOLS_RESULT =
            "importers/src/test/resources/fixtures/vllm-bench/detailed-completions.json";

    @TempDir
    private Path home;

    private final List<String> mainRuns = new ArrayList<>();

    /** Three runs of an early phase; then three of main in turns with as many of a candidate that is slower by 30 %. */
    @BeforeEach
    void storeRuns() {
        try (StoredRuns runs = new StoredRuns(home.resolve("store.db"))) {
            StoredRuns.Kind main = StoredRuns.Kind.of("main");
            StoredRuns.Kind candidate = StoredRuns.Kind.of("candidate").slowerBy(1.3);
            runs.add(3, StoredRuns.Kind.of("early"));
            mainRuns.addAll(runs.add(1, main));
            runs.add(2, candidate);
            mainRuns.addAll(runs.add(2, main));
            runs.add(1, candidate);
            runs.add(1, StoredRuns.Kind.of("broken").ended(RunStatus.INVALID));
            runs.add(1, StoredRuns.Kind.of("stopped"));
            runs.add(1, StoredRuns.Kind.of("stopped").ended(RunStatus.ABORTED));
        }
    }

    @Test
    void aBaselineKeepsTheRunsThatItsPhaseHadWhenItWasSet() throws Exception {
        assertThat(said(ExitCode.OK, "baseline", "set", "v1", "main", "--reason", "release 1.4"))
                .contains("baseline v1 of team perf: 3 runs of H200 tuning / main", "tidemark compare @v1 CANDIDATE")
                .doesNotContain("decides nothing");
        said(ExitCode.OK, "baseline", "set", "all", "candidate");

        JsonNode listed = json("baseline", "list", "--json").path("baselines");
        assertThat(listed).hasSize(2);
        JsonNode first = listed.get(1);
        assertThat(first.path("name").asText()).isEqualTo("v1");
        assertThat(first.path("team").asText()).isEqualTo("perf");
        assertThat(first.path("reason").asText()).isEqualTo("release 1.4");
        assertThat(first.path("runs")).extracting(JsonNode::asText).containsExactlyElementsOf(mainRuns);
        assertThat(said(ExitCode.OK, "baseline", "list"))
                .containsPattern("v1 +perf +3 runs +H200 tuning / main +set \\d{4}-.* UTC by .+: release 1.4");
        assertThat(said(ExitCode.OK, "baseline", "list", "--team", "other")).contains("team other has no baseline");
    }

    @Test
    void aBaselineThatIsNotThereIsToldBeforeAPlanIsWatched() throws Exception {
        assertThat(said(ExitCode.OK, "baseline", "set", "calm", "main")).doesNotContain("cannot tell");
        Files.writeString(home.resolve("plan.yaml"), """
                experiment: H200 tuning
                workload: {kind: synthetic, prompt_tokens: 10, output_tokens: 10}
                steps: [{rate: 1, duration: 1m}]
                targets: [{url: "http://127.0.0.1:1", model: m}]
                """);
        Path watched = home.resolve("watch.yaml");
        Files.writeString(watched, """
                team: perf
                plans:
                  - {name: b, plan: plan.yaml, schedule: "0 3 * * *", baseline: calm}
                  - {name: c, plan: plan.yaml, schedule: "0 4 * * *", baseline: gone}
                """);

        assertThat(said(ExitCode.OK, "watch", "check", watched.toString()))
                .contains("baseline gone: ")
                .doesNotContain("baseline calm: ");
    }

    @Test
    void comparingWithABaselineIsComparingWithItsRuns() throws Exception {
        said(ExitCode.OK, "baseline", "set", "v1", "main", "--last", "2");
        said(ExitCode.OK, "baseline", "set", "v1", "@v1");
        JsonNode fixed = json("compare", "@v1", "candidate", "--json");
        JsonNode named = json("compare", mainRuns.get(1) + "," + mainRuns.get(2), "candidate", "--json");
        assertThat(fixed.path("compared")).isEqualTo(named.path("compared"));

        said(ExitCode.OK, "baseline", "set", "v1", "main");
        assertThat(json("compare", "@v1", "candidate", "--json").path("answer").asText())
                .contains("candidate against @v1 is worse in");
        assertThat(said(ExitCode.SLO_NOT_MET, "gate", "--baseline", "@v1", "--candidate", "candidate"))
                .contains("REGRESSED");
        assertThat(said(ExitCode.SLO_NOT_MET, "--debug", "gate", "--baseline=@v1", "--candidate", "candidate"))
                .contains("REGRESSED");
        assertThat(said(ExitCode.OK, "compare", "@v1", "candidate", "early")).contains("@v1");
    }

    @Test
    void aBaselineThatIsOlderThanTheCandidateIsGatedWhereThePolicySaysSo() throws Exception {
        said(ExitCode.OK, "baseline", "set", "v1", "early");
        assertThat(said(ExitCode.INCONCLUSIVE, "gate", "--baseline", "@v1", "--candidate", "candidate"))
                .contains("UNDECIDED");

        Path policy = Files.writeString(home.resolve("policy.yaml"), "on_order_doubt: ignore\n");
        assertThat(said(
                        ExitCode.SLO_NOT_MET,
                        "gate",
                        "--baseline",
                        "@v1",
                        "--candidate",
                        "candidate",
                        "--policy",
                        policy.toString()))
                .contains("FAIL");
    }

    @Test
    void runsThatCannotBeUsedAreLeftOutAndSaid() {
        assertThat(said(ExitCode.OK, "baseline", "set", "v1", "stopped"))
                .contains("of stopped is left out: it was aborted")
                .contains("baseline v1 of team perf: 1 run of")
                .contains("a comparison with it decides nothing: a side needs at least 3 runs, and it has 1");
        assertThat(said(ExitCode.RUN_INVALID, "baseline", "set", "v2", "broken"))
                .contains("of broken is left out: it is INVALID, sent 64 %")
                .contains("\"broken\" has no run that can be a baseline");
        assertThat(said(ExitCode.OK, "baseline", "list")).contains("v1").doesNotContain("v2");
    }

    @Test
    void settingANameAgainSaysWhatItReplaces() {
        said(ExitCode.OK, "baseline", "set", "v1", "main");
        assertThat(said(ExitCode.OK, "baseline", "set", "v1", "candidate"))
                .contains("It replaces 3 runs of H200 tuning / main, set by ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Main", "a/b", ".x", "main,v2"})
    void aNameThatNoBaselineCanHaveIsRefusedWithTheRule(String name) {
        String rule = "the name of a baseline must be as [a-z0-9][a-z0-9._-]{0,63} but was \"" + name + "\"";
        assertThat(said(ExitCode.USAGE, "baseline", "set", name, "main")).contains(rule);
        assertThat(said(ExitCode.USAGE, "baseline", "remove", name)).contains(rule);
        assertThat(said(ExitCode.USAGE, "compare", "main", "@" + name)).contains(rule);
    }

    @Test
    void whatIsNotThereIsSaidWithWhatThereIs() {
        assertThat(said(ExitCode.USAGE, "baseline", "set", "v1", "01JD8Z6K3M5TQX9V2R7C0W9999"))
                .contains("run 01JD8Z6K3M5TQX9V2R7C0W9999 is not in the store");
        assertThat(said(ExitCode.USAGE, "baseline", "set", "v1", "nothing"))
                .contains("\"nothing\" is no phase, run id or file; the store holds: H200 tuning/broken");
        assertThat(said(ExitCode.USAGE, "baseline", "set", "v1", "main", "--last", "0"))
                .contains("--last must be >= 1 but was 0");
        assertThat(said(ExitCode.USAGE, "compare", "@v1", "candidate"))
                .contains("the store has no baseline \"v1\"; it has: none (tidemark baseline set makes one)");
        said(ExitCode.OK, "baseline", "set", "v1", "main");
        assertThat(said(ExitCode.USAGE, "compare", "@v2", "candidate"))
                .contains("the store has no baseline \"v2\"; it has: v1 of team perf");
        assertThat(said(ExitCode.USAGE, "baseline", "remove", "v1", "--team", "other"))
                .contains("team other has no baseline \"v1\"; it has: none");
    }

    @Test
    void aFileOfTheSameNameIsNoListOfArguments() {
        assertThat(Path.of("pom.xml")).exists();
        assertThat(said(ExitCode.USAGE, "compare", "@pom.xml", "candidate"))
                .contains("the store has no baseline \"pom.xml\"");
    }

    @Test
    void twoTeamsMayUseOneNameAndThenTheTeamIsAsked() {
        said(ExitCode.OK, "runs", "import", OTHER_TOOLS_RESULT, "--team", "other", "--experiment", "x", "--phase", "y");
        said(ExitCode.OK, "baseline", "set", "v1", "main");
        said(ExitCode.OK, "baseline", "set", "v1", "x/y");

        String description =
                "several teams have a baseline \"v1\": v1 of team other, v1 of team perf; choose one with --team";
        assertThat(said(ExitCode.USAGE, "compare", "@v1", "candidate")).contains(description);
        assertThat(said(ExitCode.USAGE, "baseline", "remove", "v1")).contains(description);
        assertThat(said(ExitCode.OK, "compare", "@v1", "candidate", "--team", "perf"))
                .contains("REGRESSED");
        assertThat(said(ExitCode.OK, "baseline", "remove", "v1", "--team", "other"))
                .contains("baseline v1 of team other was removed; its runs stay");
        assertThat(said(ExitCode.OK, "baseline", "remove", "v1")).contains("baseline v1 of team perf was removed");
        assertThat(said(ExitCode.OK, "baseline", "list")).contains("the store has no baseline");
    }

    @Test
    void runsOfSeveralTeamsAreNoBaseline() throws Exception {
        said(ExitCode.OK, "runs", "import", OTHER_TOOLS_RESULT, "--team", "other", "--experiment", "x", "--phase", "y");
        String imported = json("runs", "list", "--team", "other", "--json")
                .path("runs")
                .get(0)
                .path("run")
                .asText();
        assertThat(said(ExitCode.USAGE, "baseline", "set", "v1", imported + "," + mainRuns.get(0)))
                .contains("the runs of a baseline must be of one team but were of [");
    }

    @Test
    void runsOfABaselineAreNeitherDeletedNorPruned() throws Exception {
        said(ExitCode.OK, "baseline", "set", "v1", "main", "--last", "1");
        String kept = mainRuns.get(2);
        assertThat(said(ExitCode.USAGE, "runs", "delete", mainRuns.get(0), kept, "--yes"))
                .contains("nothing was deleted: run " + kept + " belongs to baseline v1 of team perf");
        assertThat(json("runs", "list", "--json").path("runs")).hasSize(12);

        assertThat(said(ExitCode.OK, "admin", "store", "prune", "--experiment", "H200 tuning", "--runs", "--dry-run"))
                .contains(kept, "kept: it belongs to baseline v1", "of 11 runs");
        assertThat(said(ExitCode.OK, "admin", "store", "prune", "--experiment", "H200 tuning", "--runs"))
                .contains(" rows of 11 runs");
        assertThat(json("runs", "list", "--json").path("runs"))
                .extracting(run -> run.path("run").asText())
                .containsExactly(kept);

        said(ExitCode.OK, "baseline", "remove", "v1");
        said(ExitCode.OK, "runs", "delete", kept, "--yes");
    }

    private JsonNode json(String... command) throws Exception {
        try (Shell shell = new Shell(home)) {
            assertThat(shell.run(command)).as(shell.err()).isZero();
            return new JsonMapper().readTree(shell.out());
        }
    }

    private String said(ExitCode expected, String... command) {
        try (Shell shell = new Shell(home)) {
            int code = shell.run(command);
            assertThat(code).as(shell.out() + shell.err()).isEqualTo(expected.code());
            return shell.out() + shell.err();
        }
    }
}
