package io.tidemark.app.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.app.cli.Shell;
import io.tidemark.app.live.RunDisplay;
import io.tidemark.app.process.ResourceScope;
import io.tidemark.app.run.RunObservers;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.run.RunService;
import io.tidemark.app.run.virtualtime.SimulatedServer;
import io.tidemark.app.run.virtualtime.VirtualServerEnvironment;
import io.tidemark.events.RunStatus;
import io.tidemark.events.Verdict;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.record.RequestObserver;
import io.tidemark.producer.run.FirstRequestResult;
import io.tidemark.producer.run.RunListener;
import io.tidemark.producer.run.RunOutcome;
import io.tidemark.producer.scrape.TargetException;
import io.tidemark.producer.tally.RunProgress;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.VirtualTime;
import io.tidemark.simulator.config.ServerConfigLoader;
import io.tidemark.simulator.http.server.SimulatorOptions;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.sqlite.SqliteStore;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs whose process ended between their load and their results. */
final class SpooledRunsTest {
    private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
    private static final String RUN = "01JD8Z6K3M5TQX9V2R7C0WHB4N";
    private static final RunKey KEY = new RunKey(Team.DEFAULT, RUN);
    private static final Plan PLAN = PlanLoader.parse("""
                    experiment: spooled
                    workload: {kind: synthetic, prompt_tokens: 60, output_tokens: 20}
                    steps: [{rate: 2, duration: 60s}]
                    slo: {verdict: short-run, objectives: ["ttft_due p50 < 2s"]}
                    """, "plan.yaml", Path.of("."));

    @TempDir
    private Path home;

    private Shell shell;

    @BeforeEach
    void runWithoutAskingForResults() throws Exception {
        shell = new Shell(home);
        try (RunBackend backend = backend()) {
            run(request(RUN), backend, RunObservers.none());
            assertThat(backend.results().run(KEY)).isEmpty();
        }
    }

    @AfterEach
    void close() {
        shell.close();
    }

    private static RunRequest request(String id) {
        return RunRequest.simulated(PLAN, PLAN.phases().get(0), Team.DEFAULT, "virtual", false)
                .withRunId(id);
    }

    /** Its results are not computed: a process that is killed after the load leaves the same. */
    private RunOutcome run(RunRequest request, RunBackend backend, RunObservers observers) throws InterruptedException {
        SimulatedServer server = new SimulatedServer(
                "demo-tuned", new ServerConfigLoader().builtIn("demo-tuned"), SimulatorOptions.Extras.NONE);
        VirtualTime time = new VirtualTime(START);
        RunDelivery.Order order = new RunDelivery.Order(
                new RunKey(request.team(), request.runId().orElseThrow()),
                "virtual",
                new Clocks(time, time.wall()),
                request.spool(),
                Duration.ZERO,
                false);
        try (RunDelivery delivery = backend.deliver(order)) {
            return new RunService(shell.context(), RunDeliveries.to(delivery.publisher()), RunDisplay.none())
                    .run(request, VirtualServerEnvironment.of(request, List.of(server), time), observers)
                    .outcome();
        }
    }

    private RunBackend backend() {
        return RunBackend.open(
                shell.context(), new RunBackend.Request(Optional.empty(), Team.DEFAULT, Optional.empty(), false));
    }

    private Path events() {
        return home.resolve("events").resolve(RUN);
    }

    private RunRow stored() {
        new SpooledRuns(shell.context()).storeAll();
        try (ResultReader results = SqliteStore.openReader(home.resolve("store.db"))) {
            return results.run(KEY).orElseThrow();
        }
    }

    @Test
    void theNextCommandStoresWhatItFinds() {
        RunRow run = stored();

        assertThat(run.status()).isEqualTo(RunStatus.ENDED);
        assertThat(run.lost()).isEmpty();
        try (ResultReader results = SqliteStore.openReader(home.resolve("store.db"))) {
            assertThat(results.steps(KEY))
                    .singleElement()
                    .satisfies(step ->
                            assertThat(step.result().orElseThrow().verdict()).isEqualTo(Verdict.PASS));
        }
        assertThat(shell.err())
                .contains("run " + RUN
                        + " of an earlier command is stored now: it ended before its results were computed");
        assertThat(home.resolve("events")).isEmptyDirectory();
    }

    @Test
    void aRunThatWasKilledInItsLoadIsLostAndKeepsWhatItHad() throws Exception {
        Path file = log();
        long bytes = Files.size(file);
        try (RandomAccessFile opened = new RandomAccessFile(file.toFile(), "rw")) {
            opened.setLength(bytes * 2 / 3);
        }
        RunRow run = stored();

        assertThat(run.status()).isEqualTo(RunStatus.RUNNING);
        assertThat(run.lost()).isPresent();
        assertThat(run.lost().orElseThrow().reason()).contains("its process was killed");
        assertThat(shell.err())
                .contains("could not be read back")
                .contains("run " + RUN + " of an earlier command is stored now: it is lost: its process was killed")
                .doesNotContain("results were computed");
        assertThat(home.resolve("events")).isEmptyDirectory();
    }

    @Test
    void aRunThatWasRefusedAtItsFirstRequestIsToldWithTheReasonAndNoResults() throws Exception {
        RunRequest request = request("01JD8ZC4S0ABCDEFGHJKMNPQRT");
        RunListener refusing = new RunListener() {
            @Override
            public void firstRequestEnded(FirstRequestResult answer) {
                throw new TargetException("the first request was not answered: HTTP 503");
            }
        };
        try (RunBackend backend = backend()) {
            RunObservers observers = new RunObservers(RequestObserver.none(), refusing);
            assertThatThrownBy(() -> run(request, backend, observers)).isInstanceOf(TargetException.class);
        }
        new SpooledRuns(shell.context()).storeAll();

        assertThat(shell.err())
                .contains(
                        "run " + request.runId().orElseThrow()
                                + " of an earlier command is stored now: it was aborted: the first request was not answered: HTTP 503");
    }

    @Test
    void beforeTheLoadItIsSaidThatEventsAreInFiles() {
        try (RunBackend backend = backend()) {
            assertThat(backend.description())
                    .isEqualTo(
                            "in files until this process computes the results, after the load (--live computes them meanwhile)");
        }
    }

    @Test
    void eventsOfAnotherVersionStay() throws Exception {
        Files.writeString(events().resolve("schemas"), "1 0000000000000000\n");
        new SpooledRuns(shell.context()).storeAll();

        assertThat(shell.err()).contains("were written by another version of tidemark");
        assertThat(log()).exists();
    }

    @Test
    void aRunInVirtualTimeThatIsToldToStopEndsAborted() throws Exception {
        RunRequest request = request("01JD8ZC4S0ABCDEFGHJKMNPQRS");
        try (RunBackend backend = backend()) {
            RunListener stopping = new RunListener() {
                @Override
                public void progress(RunProgress progress) {
                    if (progress.elapsed().toSeconds() == 20) {
                        shell.context().resources().stop(ResourceScope.StopReason.CTRL_C);
                        while (!isEndAwaited()) {
                            Thread.onSpinWait();
                        }
                    }
                }
            };
            RunOutcome ended = run(request, backend, new RunObservers(RequestObserver.none(), stopping));

            assertThat(ended.status()).isEqualTo(RunStatus.ABORTED);
        }
        try (Shell next = new Shell(home)) {
            new SpooledRuns(next.context()).storeAll();
        }
        try (ResultReader results = SqliteStore.openReader(home.resolve("store.db"))) {
            RunRow stored = results.run(new RunKey(Team.DEFAULT, request.runId().orElseThrow()))
                    .orElseThrow();
            assertThat(stored.standing()).isEqualTo("ABORTED");
            assertThat(stored.notes().stopReason()).contains("stopped by Ctrl-C");
            assertThat(stored.whyNotCounted()).contains("it was aborted");
        }
    }

    /** Whether the run has been told to stop, and is waited for. */
    private static boolean isEndAwaited() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("tidemark-stop-request")
                        && thread.getState() == Thread.State.TIMED_WAITING);
    }

    private Path log() throws IOException {
        try (var files = Files.list(events())) {
            List<Path> logs =
                    files.filter(file -> file.toString().endsWith(".log")).toList();
            assertThat(logs).hasSize(1);
            return logs.get(0);
        }
    }
}
