package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.exit.ExitCodeMapper;
import io.tidemark.producer.plan.read.PlanFileOptions;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.reports.failure.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CommandLineTest {
    @TempDir
    private Path home;

    private Shell shell;

    @BeforeEach
    void open() {
        shell = new Shell(home);
    }

    @AfterEach
    void close() {
        shell.close();
    }

    @Test
    void helpNamesEveryVerbAndEveryExitCode() {
        assertThat(shell.run("--help")).isZero();
        assertThat(shell.out())
                .contains(
                        "demo",
                        "init",
                        "run",
                        "search",
                        "bench",
                        "report",
                        "compare",
                        "gate",
                        "baseline",
                        "runs",
                        "plan",
                        "slo",
                        "up",
                        "down",
                        "status",
                        "serve",
                        "admin",
                        "simulate",
                        "prompts",
                        "calibrate",
                        "doctor");
        assertThat(shell.run("--help-all")).isZero();
        Arrays.stream(ExitCode.values()).forEach(code -> assertThat(shell.out()).contains(code.meaning()));
    }

    @Test
    void theListOfVerbsHasAWholeSentenceForEach() {
        assertThat(shell.run("--help")).isZero();
        String verbs = shell.out()
                .substring(shell.out().indexOf("Measure:"), shell.out().indexOf("Start here:"));
        String[] entries = verbs.replaceAll("\\n {4,}", " ").strip().split("\\n");
        assertThat(entries).contains("Measure:", "Decide:", "Operate:", "Prepare and check:");
        assertThat(Arrays.stream(entries).filter(entry -> !entry.endsWith(":")))
                .hasSizeGreaterThanOrEqualTo(20)
                .allMatch(entry -> entry.endsWith("."));
    }

    @Test
    void anUnknownOptionIsAUsageErrorThatNamesIt() {
        assertThat(shell.run("run", "--rat", "5")).isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains("--rat").contains("--help");
    }

    @Test
    void aPlanWithProblemsIsRefusedWithFileLinePathAndRuleBeforeAnythingIsStarted() throws Exception {
        Path plan = Files.writeString(home.resolve("plan.yaml"), """
                experiment: x
                workload: { kind: synthetic, prompt_tokens: 10, output_tokens: 4 }
                steps:
                  - { rate: -1, requests: 10 }
                stepps: []
                """);
        assertThat(shell.run("run", plan.toString(), "--target", "http://127.0.0.1:1"))
                .isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err())
                .contains("plan.yaml:4")
                .contains("steps[0].rate")
                .contains("-1")
                .contains("stepps");
        assertThat(home.resolve("stack.json")).doesNotExist();
    }

    @Test
    void aSequenceOfPhasesIsRefusedBeforeAnythingIsStartedWhereItCannotBeOne() throws Exception {
        String plan = Files.writeString(home.resolve("plan.yaml"), """
                experiment: x
                workload: { kind: synthetic, prompt_tokens: 10, output_tokens: 4 }
                phases: [ { name: a }, { name: b } ]
                targets: [ { url: "http://127.0.0.1:1" } ]
                steps: [ { rate: 1, requests: 10 } ]
                """).toString();
        assertThat(shell.run("run", plan, "--phases", "a,b")).isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err())
                .contains("needs server: in the plan or --before-run COMMAND", "nothing sets them on the server");
        assertThat(shell.run("run", plan, "--phases", "a,c", "--before-run", "true"))
                .isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains("--phases: phase must be one of [a, b] but was \"c\"");
        assertThat(shell.run("run", plan, "--phases", "a,a", "--before-run", "true"))
                .isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains("--phases must name each phase once but was a,a");
        for (String verb : List.of("run", "search")) {
            assertThat(shell.run(verb, plan)).isEqualTo(ExitCode.USAGE.code());
            assertThat(shell.err())
                    .contains(
                            "the plan has 2 phases, and the server is set up for one of them: name it with --phase (a, b), or make one run for each with run --phases");
        }
        assertThat(shell.run("run", plan, "--repeat", "5")).isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains("--repeat goes with --phases");
        assertThat(shell.run("run", plan, "--phases", "a,b", "--before-run", "true", "--repeat", "0"))
                .isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains("--repeat must be in 1 to 1000 but was 0");
        assertThat(shell.run("run", "--target", "http://127.0.0.1:1", "--phases", "a"))
                .isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains("--phases needs a PLAN");
        assertThat(home.resolve("stack.json")).doesNotExist();
    }

    @Test
    void aPasswordInATargetsUrlIsRefusedForTheCommandIsKeptWithTheRun() {
        assertThat(shell.run("run", "--target", "http://me:hush@127.0.0.1:1")).isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains("the target must be a URL without a user and password");
        assertThat(shell.out() + shell.err()).doesNotContain("hush");
        assertThat(home.resolve("stack.json")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run --target localhost:8000?api-key=hush",
                "run --target http://gpu-1:8000?api-key=hush",
                "serve scrape --page gpu-1=http://gpu-1:8000/metrics?token=hush",
                "serve scrape --page http://gpu-1:8000/metrics?token=hush"
            })
    void aSecretInTheQueryOfAUrlIsRefusedAndNotRepeated(String command) {
        assertThat(shell.run(command.split(" ", -1))).isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains(command.contains("--page") ? "such as token" : "--target");
        assertThat(shell.out() + shell.err()).doesNotContain("hush");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost:8000", "gpu-1", "ftp://gpu-1", "http://gpu-1:80000", "http://a b"})
    void aTargetThatIsNoUrlIsRefusedByItsOption(String target) {
        assertThat(shell.run("run", "--target", target)).isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains("--target", "must be a URL such as http://host:8000 but was \"" + target);
    }

    @Test
    void aHostNameThatUrlsDoNotHaveIsNamed() {
        assertThat(shell.run("run", "--target", "http://vllm_server:8000")).isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains("vllm_server has a '_'");
    }

    @Test
    void aRunChecksAllTargetsOfItsPlanAndATuneNeedsOneToBeChosen() throws Exception {
        Path plan = Files.writeString(home.resolve("two.yaml"), """
                experiment: two
                targets:
                  - {name: a, url: "http://127.0.0.1:1", scrape: ["http://127.0.0.1:3/metrics"]}
                  - {name: b, url: "http://127.0.0.1:2"}
                workload: {kind: synthetic, prompt_tokens: 8, output_tokens: 6}
                steps: [{rate: 1, duration: 1s}]
                """);

        assertThat(shell.run("run", plan.toString())).isEqualTo(ExitCode.INFRASTRUCTURE.code());
        assertThat(shell.err()).contains("target http://127.0.0.1:1/v1/models does not answer");
        assertThat(shell.run("tune", plan.toString())).isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err())
                .contains("the plan names 2 targets, and tune sends its load to one")
                .contains("a http://127.0.0.1:1, b http://127.0.0.1:2");
        assertThat(shell.run("run", plan.toString(), "--target", "http://127.0.0.1:1"))
                .isNotEqualTo(ExitCode.USAGE.code());
    }

    @Test
    void aPlanThatStartsAServerHasOneTarget() throws Exception {
        Path plan = Files.writeString(home.resolve("started.yaml"), """
                experiment: two
                targets:
                  - {name: a, url: "http://127.0.0.1:1"}
                  - {name: b, url: "http://127.0.0.1:2"}
                server: {command: "sleep 1"}
                workload: {kind: synthetic, prompt_tokens: 8, output_tokens: 6}
                steps: [{rate: 1, duration: 1s}]
                """);

        for (List<String> verb : List.of(List.of("plan", "check"), List.of("run"))) {
            List<String> words = new ArrayList<>(verb);
            words.add(plan.toString());
            assertThat(shell.run(words.toArray(String[]::new))).isEqualTo(ExitCode.USAGE.code());
        }
        assertThat(shell.err())
                .containsPattern(
                        "(?s)server: starts one server, and the plan names 2 targets.*server: starts one server");
    }

    /** Nothing answers there; whether the command was told to stop meanwhile is the only difference. */
    @Test
    void aCommandThatWasToldToStopSaysNothingOfWhatWasClosedUnderIt() {
        shell.run("run", "--target", "http://127.0.0.1:1");
        String before = shell.err();
        assertThat(before).contains("127.0.0.1:1");

        shell.close();
        shell.run("run", "--target", "http://127.0.0.1:1");

        assertThat(shell.err()).isEqualTo(before);
    }

    @Test
    void aPortThatCannotBeIsRefusedByBenchToo() {
        assertThat(shell.run("bench", "--port", "99999")).isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains("--host, --port: the port must be in [0, 65535] but was 99999");
    }

    @Test
    void aCertificateThatIsNotCheckedIsWarnedOfBeforeAnythingIsAsked() throws Exception {
        Path plan = Files.writeString(home.resolve("plan.yaml"), """
                experiment: x
                workload: { kind: synthetic, prompt_tokens: 10, output_tokens: 4 }
                steps: [{ rate: 1, requests: 10 }]
                connection: { insecure: true }
                """);
        // Nothing listens on tcpmux.
        assertThat(shell.run("run", plan.toString(), "--target", "http://127.0.0.1:1", "--quiet"))
                .isEqualTo(ExitCode.INFRASTRUCTURE.code());
        assertThat(shell.err()).startsWith("WARNING: the target's certificate is NOT checked (connection.insecure)");
    }

    @Test
    void promptsOfAWorkloadTakeTheOverridesAndNoPlanBeside() throws Exception {
        String workload = "{kind: synthetic, prompt_tokens: 8, output_tokens: 8}";
        String set = "workload.output_tokens=5";
        Path drawn = home.resolve("drawn.jsonl");
        assertThat(shell.run("prompts", "--workload", workload, "--set", set, "--stats", "--out", drawn.toString()))
                .as(shell.err())
                .isZero();
        assertThat(shell.out()).contains("output    min 5   p50 5");
        assertThat(Files.readAllLines(drawn)).first().asString().startsWith("{\"step\":1,");

        assertThat(shell.run("prompts", "plan.yaml", "--workload", workload)).isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains("--workload must be given without a PLAN");
    }

    @Test
    void aValueFromTheCommandLineIsRefusedByItsOwnName() throws Exception {
        Path plan = Files.writeString(home.resolve("plan.yaml"), """
                experiment: x
                workload: { kind: synthetic, prompt_tokens: 10, output_tokens: 4 }
                steps: [{ rate: 1, requests: 10 }]
                """);

        assertThat(shell.run("run", plan.toString(), "--set", "steps[0].rate=-3", "--target", "http://127.0.0.1:1"))
                .isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err())
                .contains("--set steps[0].rate  steps[0].rate must be > 0 requests per second but was -3");
    }

    @Test
    void anUnknownScenarioListsTheKnownOnes() throws Exception {
        Path plan = Files.writeString(home.resolve("s.yaml"), "scenarios: {a: {}, b: {}}\n");

        assertThat(shell.run("run", plan.toString(), "--scenario", "c")).isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains("s.yaml:1  scenarios has no \"c\"; it has a, b");
    }

    @Test
    void runWithoutPlanOrTargetSaysWhatToGive() {
        assertThat(shell.run("run")).isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains("--target URL");
    }

    @Test
    void kafkaWithoutRegistryIsAUsageError() {
        assertThat(shell.run("admin", "topics", "list", "--kafka", "127.0.0.1:1"))
                .isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains("--registry");
    }

    @Test
    void withoutAStackTheVerbsThatNeedOneSaySo() {
        assertThat(shell.run("admin", "topics", "list")).isEqualTo(ExitCode.INFRASTRUCTURE.code());
        assertThat(shell.err()).contains("tidemark up").contains(home.toString());
    }

    @Test
    void reportWithoutAStoreNamesTheFileThatIsMissing() {
        assertThat(shell.run("report")).isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains(home.resolve("store.db").toString());
    }

    @Test
    void anUnknownProfileListsTheKnownOnes() {
        assertThat(shell.run("simulate", "h200")).isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains("h200").contains("llama-70b-fp8-h200");
    }

    @Test
    void jsonOfASimulationThatPublishesNothingIsRefused() {
        assertThat(shell.run("run", "plan.yaml", "--simulate", "demo-tuned", "--no-publish", "--json"))
                .isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains("--json prints results, and --no-publish makes none");
    }

    @Test
    void aReportOfASimulationThatPublishesNothingIsRefused() {
        assertThat(shell.run("run", "plan.yaml", "--simulate", "demo-tuned", "--no-publish", "--out", "report"))
                .isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains("--out writes a report, and --no-publish makes no results for one");
    }

    @Test
    void badTeamNamesAreRefused() {
        assertThat(shell.run("up", "--team", "Perf!")).isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains("--team").contains("Perf!");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "up --host 0.0.0.0 | without --advertise, --host must be an address that clients can connect to, but was '0.0.0.0'",
                "up --host [::] | without --advertise, --host must be an address that clients can connect to, but was '[::]'",
                "up --host 0.0.0.0 --advertise 0.0.0.0:9092 | --advertise must be an address that clients can connect to",
                "up --advertise gpu-1:kafka | --advertise must be HOST or HOST:PORT, the port in [0, 65535]",
                "up --advertise http://gpu-1 | --advertise must be HOST or HOST:PORT, the port in [0, 65535]",
                "up --advertise-registry http://gpu-1:8081 | --advertise-registry needs --advertise",
                "up --advertise gpu-1 --advertise-registry gpu-1:8081 | must be a URL such as http://host:8000",
                "up --host a/b | --host must be a name or an address but was 'a/b'",
                "serve registry --kafka [::1]:9092 --host a/b | registry.host must be a name or an address but was 'a/b'",
                "admin topics create --replication 0 --kafka [::1]:1 --registry http://[::1]:1 | --replication must be at least 1",
            })
    void addressesAndCopiesThatCannotBeAreRefusedBeforeAnythingStarts(String typed, String said) {
        assertThat(shell.run(typed.strip().split(" "))).isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains(said.strip());
    }

    @Test
    void aCrashIsNeverTakenForAVerdict() {
        assertThat(ExitCodeMapper.exitCode(new IllegalStateException("bug"))).isEqualTo(ExitCode.INTERNAL);
        assertThat(ExitCodeMapper.exitCode(new InvalidInputException("x"))).isEqualTo(ExitCode.USAGE);
        assertThat(Arrays.stream(ExitCode.values()).map(ExitCode::code)).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "runs import results.json --experiment x --team X!",
                "compare a b --team X!",
                "gate a b --team X!",
                "up --host 0.0.0.0",
                "up --kafka-port 70000",
                "up --registry-port -2",
                "up --team X!",
                "serve streams --kafka localhost:1 --registry http://localhost:1"
                        + " --registry-setting bearer.auth.credentials.source=OAUTHBEARER"
            })
    void anOptionThatBreaksARuleIsAUsageErrorAndNotABugOfOurs(String command) {
        assertThat(shell.run(command.split(" "))).as(shell.err()).isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).doesNotContain("internal error").containsAnyOf("--", "setting");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run --target http://127.0.0.1:1", "demo", "bench --base-url http://127.0.0.1:1 --model m"})
    void aFolderThatCannotBeWrittenIsRefusedBeforeAnythingIsStarted(String command) throws Exception {
        Path file = Files.writeString(home.resolve("file"), "not a folder");
        String[] words = (command + " --out " + file.resolve("report")).split(" ");
        assertThat(shell.run(words)).isEqualTo(ExitCode.INFRASTRUCTURE.code());
        assertThat(shell.err()).contains("--out " + file.resolve("report")).contains("cannot be written");
        assertThat(home.resolve("cluster")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            import x.json            | tidemark runs import
            streams --teams a        | tidemark serve streams
            topics list              | tidemark admin topics
            store prune              | tidemark admin store
            publish                  | tidemark admin spool publish
            rnu                      | unknown verb rnu; did you mean run?
            baseline lsit            | unknown verb lsit; did you mean list?
            admin xyzzy              | unknown verb xyzzy; known here: audit
            """)
    void anUnknownVerbIsNamedWithWhatMayBeMeant(String command, String meant) {
        assertThat(shell.run(command.split(" "))).isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains(meant);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"--target http://127.0.0.1:1", "--phases a,b --before-run true", "--workers 2", "--external"})
    void whatNeedsAServerIsRefusedWithASimulatedOne(String options) {
        String[] words = ("run plan.yaml --simulate demo-tuned " + options).split(" ");
        assertThat(shell.run(words)).isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains("does not go with --simulate");
    }

    @Test
    void whatIsOfASimulatedServerIsRefusedWithoutOne() {
        assertThat(shell.run("run", "plan.yaml", "--no-publish")).isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains("--no-publish goes with --simulate PROFILE");
    }

    @Test
    void aRunOnASimulatedServerTriesItsFolderFirst() throws Exception {
        Path file = Files.writeString(home.resolve("file"), "not a folder");
        Path plan = Files.writeString(home.resolve("plan.yaml"), """
                experiment: x
                workload: { kind: synthetic, prompt_tokens: 10, output_tokens: 4 }
                steps: [{ rate: 1, requests: 10 }]
                """);

        assertThat(shell.run(
                        "run",
                        plan.toString(),
                        "--simulate",
                        "demo-tuned",
                        "--out",
                        file.resolve("r").toString()))
                .isEqualTo(ExitCode.INFRASTRUCTURE.code());
        assertThat(shell.err()).contains("--out " + file.resolve("r")).contains("cannot be written");
        assertThat(shell.out()).doesNotContain("step 1/1");
    }

    @Test
    void aRunOnASimulatedServerThatPublishesNothingSaysItsFiguresAlone() throws Exception {
        Path plan = Files.writeString(home.resolve("plan.yaml"), """
                experiment: x
                workload: { kind: synthetic, prompt_tokens: 10, output_tokens: 4 }
                steps: [{ rate: 1, requests: 10 }]
                """);
        assertThat(shell.run("run", plan.toString(), "--simulate", "demo-tuned", "--no-publish"))
                .as(shell.err())
                .isZero();
        assertThat(shell.out())
                .contains("demo-tuned, simulated in virtual time")
                .contains("  step 1/1  1 req/s, 10 requests in ");
        assertThat(home.resolve("stack.json")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"500ms,true", "1m30s,true", "28d,true", "12h,true", "10,false", "soon,false", "0s,false"})
    void durationsAreThoseOfPlansEverywhere(String duration, boolean valid) {
        for (String command : List.of(
                "serve scrape --page x --every",
                "search none.yaml --budget",
                "down --timeout",
                "admin store prune --store none.db --experiment x --older-than")) {
            shell.run((command + " " + duration).split(" "));
        }
        assertThat(shell.err().contains("must be a duration > 0")).isEqualTo(!valid);
    }

    @Test
    void planCheckSaysWhatPlansComeToAndFailsForOneThatIsWrong() throws Exception {
        String good = Files.writeString(home.resolve("good.yaml"), """
                experiment: x
                workload: { kind: synthetic, prompt_tokens: 10, output_tokens: 4 }
                steps: [{ rate: 1, requests: 60 }]
                """).toString();
        String bad = Files.writeString(home.resolve("bad.yaml"), "experiment: x\nsteps: [{ rate: -1 }]\n")
                .toString();

        assertThat(shell.run("plan", "check", good)).isZero();
        assertThat(shell.out()).contains("good.yaml  x: phases default; 0 objectives; about 1 min for 1 step");
        assertThat(shell.run("plan", "check", bad, good)).isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains("bad.yaml:2  steps[0].rate must be > 0");
    }

    /** What is shown is a plan again: the same one, for its hash is. */
    @Test
    void planShowPrintsThePlanThatARunWouldTake() throws Exception {
        String file = Files.writeString(home.resolve("plan.yaml"), """
                experiment: x
                workload: { kind: synthetic, prompt_tokens: 10, output_tokens: 4 }
                steps: [{ rate: 1, requests: 60 }]
                """).toString();

        assertThat(shell.run("plan", "show", file, "--set", "steps[0].rate=3")).isZero();

        Path shown = Files.writeString(home.resolve("shown.yaml"), shell.out());
        assertThat(PlanLoader.load(shown).steps().get(0).ratePerSecond()).isEqualTo(3);
        PlanFileOptions set = new PlanFileOptions(Optional.empty(), List.of("steps[0].rate=3"));
        assertThat(PlanLoader.load(shown).planHash())
                .isEqualTo(PlanLoader.load(Path.of(file), set).get(0).planHash());
    }
}
