package io.tidemark.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.progress.ProgressOutput;
import io.tidemark.app.delivery.RunBackend;
import io.tidemark.app.search.RunProbes;
import io.tidemark.app.stack.LocalStack;
import io.tidemark.app.stack.StackOptions;
import io.tidemark.events.Outcome;
import io.tidemark.events.RunStatus;
import io.tidemark.fixtures.process.Await;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.publish.spool.SpoolSettings;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.kafka.TeamClientIds;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunFilter;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tidemark run} against recorded answers of a llama.cpp server, with real prompts and real arrivals, beside a stack that is up. */
@Tag("integration")
class ForeignServerTest {
    private static final Team QUIET = new Team("quiet");
    private static final Team TEXTS = new Team("texts");
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** Words of the prompts and of the recorded answers, none of which stands in a plan or a report. */
    private static final List<String> PROMPT_WORDS = List.of("recent trip to Hawaii", "bustling marketplace");

    private static final List<String> ANSWER_WORDS = List.of(" Timber", " unprepared", "uzzle", " headlined");

    /** The load of a test is small; whether this machine sends it on time is not asked here. */
    private static final String LIMITS =
            "limits: {schedule_lag_p99: 60s, sent_share: 0.01}\ncalibrate: false\nfirst_request: false\n";

    @TempDir
    private static Path home;

    private static Shell up;
    private static LocalStack stack;

    private final Shell shell = new Shell(home);

    @BeforeAll
    static void up() {
        up = new Shell(home);
        stack = LocalStack.start(StackOptions.onLoopback(home, List.of(QUIET, TEXTS)), up.context());
    }

    @AfterAll
    static void down() {
        stack.close();
        up.close();
    }

    private static Path resource(String name) throws URISyntaxException {
        return Path.of(Objects.requireNonNull(ForeignServerTest.class.getResource("/foreign/" + name), name)
                .toURI());
    }

    private static Path plan(String name, String text) throws IOException {
        return Files.writeString(home.resolve(name + ".yaml"), "experiment: " + name + "\n" + text + LIMITS);
    }

    private static Path promptsPlan(String name) throws IOException, URISyntaxException {
        return plan(name, """
            workload: {kind: prompts, file: %s, format: mt-bench, output_tokens: 12}
            arrivals: constant
            steps: [{rate: 8, requests: 24}]
            slo: {verdict: short-run, objectives: [errors < 90%%]}
            """.formatted(resource("mt-bench-8.jsonl")));
    }

    private static Path tracePlan(String name) throws IOException, URISyntaxException {
        return plan(name, """
            api: completions
            workload: {kind: trace, file: %s, rows: 120}
            arrivals: trace
            steps: [{speed_up: 6, requests: 120}]
            slo: {verdict: short-run, objectives: [errors < 1%%]}
            warm_up_client: false
            """.formatted(resource("azure-conv-120.csv")));
    }

    @Test
    void realPromptsAreCountedAsTheServerAnsweredThem() throws Exception {
        try (CapturedServer server =
                new CapturedServer(Capture.CHAT_WITH_USAGE, Capture.CHAT_USAGE_UNASKED, Capture.SERVER_ERROR)) {
            int exit = shell.run("run", promptsPlan("prompts").toString(), "--target", server.url(), "--team", "quiet");

            assertThat(exit).as(shell.err()).isEqualTo(ExitCode.OK.code());
            assertThat(server.served())
                    .hasSize(24)
                    .allMatch(served -> served.body().contains("\"model\":\"" + CapturedServer.MODEL + "\""))
                    .anyMatch(served -> served.body().contains(PROMPT_WORDS.get(0)));
            assertEverythingCounted("prompts", server, 24);
            assertNoTextWasKept();
        }
    }

    /** As a search makes them: of one session, one after the other. */
    @Test
    void whatAProbeOpensIsClosedBeforeTheNext() throws Exception {
        Plan plan = PlanLoader.load(promptsPlan("probes"));
        try (CapturedServer server = new CapturedServer(Capture.CHAT_WITH_USAGE);
                RunBackend backend = RunBackend.open(
                        shell.context(), new RunBackend.Request(Optional.empty(), QUIET, Optional.empty(), false))) {
            RunRequest request = new RunRequest(
                    plan,
                    plan.phases().get(0),
                    List.of(TargetPlan.at(URI.create(server.url()), "")),
                    QUIET,
                    "tidemark search",
                    false,
                    false,
                    SpoolSettings.off());
            TargetCheck targets = new TargetCheck(Map.of());
            RunProbes probes = new RunProbes(
                    new RunService(
                            shell.context(),
                            backend,
                            ProgressOutput.brief(shell.context().terminal())),
                    request,
                    new HttpServerEnvironment(shell.context(), plan, targets.probe(request)));
            int open = shell.context().resources().size();
            for (int probe = 0; probe < 2; probe++) {
                probes.runPlan(plan, RunObservers.none());

                assertThat(shell.context().resources().size()).isEqualTo(open);
                Await.until(
                        () -> threadsOfRuns().isEmpty(), () -> threadsOfRuns().toString());
            }
            assertThat(server.served()).hasSize(2 * 24);
        }
    }

    /** Those of lanes, schedules, scrapes and publishers; the stack's have other names. */
    private static List<String> threadsOfRuns() {
        String publisher = "kafka-producer-network-thread | " + TeamClientIds.producer(QUIET);
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.equals(publisher)
                        || name.matches("tidemark-(lane|names|schedule|publish|courier|scrape)(-.*)?"))
                .toList();
    }

    @Test
    void realArrivalsAreSentAsTheTraceHasThem() throws Exception {
        try (CapturedServer server = new CapturedServer(
                Capture.COMPLETION, Capture.LONG_PROMPT, Capture.CONTEXT_FULL, Capture.SERVER_ERROR)) {
            int exit = shell.run(
                    "run",
                    tracePlan("trace").toString(),
                    "--target",
                    server.url(),
                    "--model",
                    CapturedServer.MODEL,
                    "--team",
                    "quiet");

            assertThat(exit).as(shell.err()).isEqualTo(ExitCode.SLO_NOT_MET.code());
            assertThat(outcomes(server)).containsOnlyKeys(Outcome.OK, Outcome.STREAM_ERROR, Outcome.HTTP_ERROR);
            assertEverythingCounted("trace", server, 120);
            assertNoTextWasKept();
        }
    }

    @Test
    void textIsRecordedOnlyWhenAskedFor() throws Exception {
        try (CapturedServer server = new CapturedServer(Capture.CHAT_USAGE_UNASKED)) {
            int exit = shell.run(
                    "run",
                    promptsPlan("texts").toString(),
                    "--target",
                    server.url(),
                    "--team",
                    "texts",
                    "--record-text",
                    "--quiet");

            assertThat(exit).as(shell.err()).isEqualTo(ExitCode.OK.code());
            List<String> values = Published.values(stack.connection(), TEXTS);
            assertThat(values).anyMatch(value -> value.contains(PROMPT_WORDS.get(0)));
            assertThat(values).anyMatch(value -> value.contains(" Timber"));
        }
    }

    @Test
    void withoutAPlanAFirstLookIsStarted() throws Exception {
        try (CapturedServer server = new CapturedServer(Capture.CHAT_WITH_USAGE)) {
            CompletableFuture<Integer> run = CompletableFuture.supplyAsync(() -> shell.run(
                    "run",
                    "--target",
                    server.url(),
                    "--model",
                    CapturedServer.MODEL,
                    "--team",
                    "quiet",
                    "--no-calibrate"));
            Await.until(() -> !server.served().isEmpty() || run.isDone(), PATIENCE, shell::err);
            shell.close();
            run.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);

            assertThat(server.served()).as(shell.err()).isNotEmpty();
            assertThat(shell.out()).contains(server.url(), "first look", "3 steps");
            assertThat(shell.err()).contains("ABORTED");
        }
    }

    /** No client adds less than a nanosecond, so this limit is passed on every machine. */
    @Test
    void aClientWhoseOwnErrorPassesItsLimitSendsNothingAndIsInvalid() throws Exception {
        try (CapturedServer server = new CapturedServer(Capture.CHAT_WITH_USAGE)) {
            int exit = shell.run(
                    "run",
                    invalidPlan("calibrated", "calibration_ttft_p99: 0.001us, schedule_lag_p99: 60s")
                            .toString(),
                    "--target",
                    server.url(),
                    "--team",
                    "quiet");

            assertThat(exit).as(shell.err()).isEqualTo(ExitCode.RUN_INVALID.code());
            assertThat(shell.err())
                    .containsPattern("run \\w{26} is INVALID: the client itself adds [\\d.]+ ms to TTFT at p99 \\(\\d+"
                            + " streams, \\d+ chunks a second, limit 0\\.000001 ms,"
                            + " limits\\.calibration_ttft_p99\\)");
            assertThat(server.served()).isEmpty();
            assertInvalid("calibrated", "limits.calibration_ttft_p99");
        }
    }

    /** Nothing leaves within a nanosecond of its moment, so this limit is passed on every machine. */
    @Test
    void aRunWhoseRequestsLeaveLaterThanItsLimitIsInvalid() throws Exception {
        try (CapturedServer server = new CapturedServer(Capture.CHAT_WITH_USAGE)) {
            int exit = shell.run(
                    "run",
                    invalidPlan("late", "schedule_lag_p99: 0.001us, sent_share: 0.01")
                            .toString(),
                    "--target",
                    server.url(),
                    "--team",
                    "quiet",
                    "--no-calibrate");

            assertThat(exit).as(shell.err()).isEqualTo(ExitCode.RUN_INVALID.code());
            assertThat(shell.err())
                    .containsPattern("run \\w{26} is INVALID: .*step 1 \\(20 req/s\\) sent its requests late: p99 of"
                            + " sent - due was [\\d.]+ ms \\(limit 0\\.000001 ms\\)");
            assertThat(server.served()).hasSize(30);
            assertInvalid("late", "limit 0.000001 ms");
        }
    }

    @Test
    void aRunOfWhichNotOneRequestSucceededSaysWhyFirstAndFails() throws Exception {
        try (RefusingServer server = RefusingServer.start()) {
            Path plan = Files.writeString(home.resolve("refused.yaml"), """
                experiment: refused
                workload: {kind: synthetic, prompt_tokens: 16, output_tokens: 12}
                arrivals: constant
                steps: [{rate: 20, requests: 2000}]
                limits: {schedule_lag_p99: 60s, sent_share: 0.01}
                calibrate: false
                first_request: false
                """);

            int exit = shell.run("run", plan.toString(), "--target", server.url(), "--model", "m", "--team", "quiet");

            assertThat(exit).as(shell.err()).isEqualTo(ExitCode.INFRASTRUCTURE.code());
            assertThat(shell.err())
                    .containsPattern(
                            "(\\d+) of \\1 requests failed: HTTP 401 invalid_request_error invalid_api_key: Incorrect"
                                    + " API key provided: '\\*\\*\\*'; the run was stopped after 20 in a row");
            assertThat(shell.out())
                    .containsPattern("\\d+ x HTTP 401 invalid_request_error invalid_api_key: Incorrect API key")
                    .doesNotContain("VALID (run", "sk-secret-0815");
            assertThat(server.asked()).isBetween(20L, 1_990L);

            int going = shell.run(
                    "run",
                    plan.toString(),
                    "--target",
                    server.url(),
                    "--model",
                    "m",
                    "--team",
                    "quiet",
                    "--set",
                    "steps=[{rate: 100, requests: 300}]",
                    "--set",
                    "keep_going=true");

            assertThat(going).isEqualTo(ExitCode.INFRASTRUCTURE.code());
            assertThat(shell.err()).contains("300 of 300 requests failed: HTTP 401");
            assertThat(shell.out()).contains("Nothing was measured: 300 of 300 requests failed: HTTP 401");
        }
    }

    private static Path invalidPlan(String name, String limits) throws IOException {
        return Files.writeString(home.resolve(name + ".yaml"), """
            experiment: %s
            workload: {kind: synthetic, prompt_tokens: 16, output_tokens: 12}
            arrivals: constant
            steps: [{rate: 20, requests: 30}]
            first_request: false
            limits: {%s}
            """.formatted(name, limits));
    }

    /** In the store and in what is printed of it, too: never silently reported. */
    private void assertInvalid(String experiment, String reason) {
        try (ResultReader results = stack.store().openReader()) {
            RunRow run =
                    results.runs(RunFilter.team(QUIET).experiment(experiment)).get(0);
            assertThat(run.status()).isEqualTo(RunStatus.INVALID);
        }
        assertThat(shell.out()).contains("INVALID", reason);
    }

    private static Map<Outcome, Long> outcomes(CapturedServer server) {
        return server.served().stream()
                .collect(Collectors.groupingBy(served -> served.capture().outcome(), Collectors.counting()));
    }

    private static void assertEverythingCounted(String experiment, CapturedServer server, long due)
            throws SQLException {
        try (ResultReader results = stack.store().openReader()) {
            RunKey run = results.runs(RunFilter.team(QUIET).experiment(experiment))
                    .get(0)
                    .key();
            StepResultRow result = results.steps(run).get(0).result().orElseThrow();
            assertThat(result.counts().due()).isEqualTo(due);
            assertThat(result.counts().outcomes()).isEqualTo(outcomes(server));
            assertThat(results.outcomes(run, 0)).isEqualTo(outcomes(server));
            assertThat(results.outcomes(run, 0).values().stream()
                            .mapToLong(n -> n)
                            .sum())
                    .isEqualTo(due);
            assertThat(requestRows(run))
                    .isEqualTo(server.served().stream()
                            .collect(Collectors.groupingBy(
                                    served -> served.capture().row(), Collectors.counting())));
            assertThat(home.resolve("runs").resolve(run.run()))
                    .isDirectoryContaining("glob:**report.html")
                    .isDirectoryContaining("glob:**report.md");
        }
    }

    private static Map<String, Long> requestRows(RunKey run) throws SQLException {
        String sql = "SELECT outcome || ' ' || coalesce(prompt_tokens, -1) || ' ' || coalesce(output_tokens, -1) || ' '"
                + " || chunk_count AS counts, count(*) AS requests FROM requests WHERE run = ? GROUP BY counts";
        try (Connection store = DriverManager.getConnection("jdbc:sqlite:" + stack.store());
                PreparedStatement query = store.prepareStatement(sql)) {
            query.setString(1, run.run());
            Map<String, Long> rows = new HashMap<>();
            ResultSet found = query.executeQuery();
            while (found.next()) {
                rows.put(found.getString(1), found.getLong(2));
            }
            return rows;
        }
    }

    /** In no file of the home but Kafka's, which hold the other test's recorded text, and in no topic of the team. */
    private static void assertNoTextWasKept() throws IOException {
        List<String> kept = new ArrayList<>(Published.values(stack.connection(), QUIET));
        assertThat(kept).hasSizeGreaterThan(24);
        List<Path> read = new ArrayList<>();
        Files.walkFileTree(home, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return folder.equals(home.resolve("cluster")) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                try {
                    kept.add(Files.readString(file, StandardCharsets.ISO_8859_1));
                    read.add(file);
                } catch (NoSuchFileException e) {
                    return FileVisitResult.CONTINUE; // renamed or deleted since it was listed
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                if (e instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw e;
            }
        });
        assertThat(read).contains(Path.of(stack.store().toString()));
        for (String words :
                Stream.concat(PROMPT_WORDS.stream(), ANSWER_WORDS.stream()).toList()) {
            assertThat(kept.stream().filter(value -> value.contains(words)).toList())
                    .as(words)
                    .isEmpty();
        }
    }
}
