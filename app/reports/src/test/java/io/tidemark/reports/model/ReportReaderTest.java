package io.tidemark.reports.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.events.Finality;
import io.tidemark.events.LoadKind;
import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.ServerSample;
import io.tidemark.events.SloState;
import io.tidemark.events.StepPart;
import io.tidemark.events.StepResult;
import io.tidemark.events.StepState;
import io.tidemark.events.Verdict;
import io.tidemark.events.WindowStats;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.validity.ValiditySection;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RunLabels;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.WriteBatch;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a real store: one run of a hundred requests whose TTFT from due is 1 to 100 ms. */
class ReportReaderTest {
    private static final Team TEAM = new Team("perf");
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
    private static final String OLDER = "01JD8Z6K3M5TQX9V2R7C0WHB4N";
    private static final String NEWER = "01JD8Z9P1Q7RSY3W5T8E2XJC6V";
    private static final long MILLIS = 1_000_000;

    @TempDir
    private Path folder;

    @BeforeAll
    static void trustEvents() {
        // Connecting is what lets Avro make our events; no request is sent.
        SchemaRegistry.connect(RegistryConfig.of("http://127.0.0.1:1"));
    }

    @Test
    void readsStepsWithExactDistributionsWindowsOfTheObjectivesLengthAndWhatTheServerSaid() {
        try (ResultStore store = filled();
                ResultReader reader = store.reader()) {
            ReportModel model = new ReportReader(reader).runs(List.of(new RunKey(TEAM, NEWER)), START);

            RunReport run = model.phases().get(0).runs().get(0);
            StepReport step = run.steps().get(0);
            assertThat(step.interval(Metric.TTFT_DUE, 0.95).value()).hasValue(95 * MILLIS);
            assertThat(step.interval(Metric.TTFT_DUE, 0.95).count()).isEqualTo(100);
            assertThat(run.windows().get(Metric.TTFT_DUE)).singleElement().satisfies(window -> {
                assertThat(window.windowSeconds()).isEqualTo(60);
            });
            assertThat(run.measured().serverInfo().kvCapacity()).isEqualTo("404,944 tokens");
            assertThat(run.objective(Metric.TTFT_DUE)).isPresent();
        }
    }

    @Test
    void takesTheNewestRunOfEachPhaseOfAnExperiment() {
        try (ResultStore store = filled();
                ResultReader reader = store.reader()) {
            ReportModel model =
                    new ReportReader(reader).experiment(TEAM, "h200", START).orElseThrow();

            assertThat(model.runs()).extracting(RunReport::id).containsExactly(NEWER);
        }
    }

    @Test
    void aNewerRunThatDoesNotCountIsLeftOutAndNamed() {
        try (ResultStore store = filled();
                ResultReader reader = store.reader()) {
            put(store, run(OLDER, START.minusSeconds(3600), RunStatus.ENDED, Map.of()));
            put(store, run(NEWER, START, RunStatus.ABORTED, Map.of()));
            put(
                    store,
                    run(
                            "01JD8ZC4S0ABCDEFGHJKMNPQRS",
                            START.plusSeconds(60),
                            RunStatus.ENDED,
                            Map.of(RunLabels.SEARCH, "s1", RunLabels.SEARCH_ROLE, RunLabels.PROBE)));
            ReportModel model =
                    new ReportReader(reader).experiment(TEAM, "h200", START).orElseThrow();

            assertThat(model.runs()).extracting(RunReport::id).containsExactly(OLDER);
            assertThat(model.excluded())
                    .containsExactly("run " + NEWER + " of "
                            + model.runs().get(0).run().phase() + " is left out: it was aborted");
        }
    }

    @Test
    void whatStoppedARunStandsFirstAmongItsRemarks() {
        try (ResultStore store = filled();
                ResultReader reader = store.reader()) {
            put(
                    store,
                    RunState.newBuilder(run(NEWER, START, RunStatus.ABORTED, Map.of()))
                            .setStopReason("stopped by SIGTERM")
                            .setRemarks(List.of("8 prompts for 24 requests"))
                            .build());
            ReportModel model = new ReportReader(reader).runs(List.of(new RunKey(TEAM, NEWER)), START);

            String phase = model.runs().get(0).run().phase() + ": ";
            assertThat(new ValiditySection(model).remarks())
                    .containsExactly(new Block.Bullets(
                            List.of(phase + "stopped by SIGTERM", phase + "8 prompts for 24 requests")));
        }
    }

    /** A tune in an experiment has phases of its own, whose runs are probes. */
    @Test
    void aPhaseOfProbesAloneTakesNoPartAndThePhaseThatRanFirstIsTheBase() {
        try (ResultStore store = filled();
                ResultReader reader = store.reader()) {
            String base = reader.run(new RunKey(TEAM, OLDER)).orElseThrow().phase();
            put(store, inPhase("tuned", run("01JD8ZC4S0ABCDEFGHJKMNPQRS", START, RunStatus.ENDED, Map.of())));
            put(store, run("01JD8ZC4S0ABCDEFGHJKMNPQRT", START.plusSeconds(60), RunStatus.ENDED, Map.of()));
            put(
                    store,
                    inPhase(
                            "seqs128",
                            run(
                                    "01JD8ZC4S0ABCDEFGHJKMNPQRV",
                                    START.plusSeconds(90),
                                    RunStatus.ENDED,
                                    Map.of(RunLabels.SEARCH, "s1", RunLabels.SEARCH_ROLE, RunLabels.PROBE))));

            ReportModel model =
                    new ReportReader(reader).experiment(TEAM, "h200", START).orElseThrow();

            assertThat(model.phases()).extracting(PhaseReport::phase).containsExactly(base, "tuned");
        }
    }

    private static RunState inPhase(String phase, RunState run) {
        return RunState.newBuilder(run).setPhase(phase).build();
    }

    private static RunState run(String id, Instant started, RunStatus status, Map<String, String> labels) {
        return RunState.newBuilder(Events.run(id, started))
                .setStatus(status)
                .setLabels(labels)
                .build();
    }

    private static void put(ResultStore store, RunState run) {
        store.write(new WriteBatch(
                List.of(new StoreChange.StoredEvent(TEAM, START, Events.control(START.plusSeconds(90), run))),
                List.of()));
    }

    @Test
    void anUnknownExperimentHasNoReport() {
        try (ResultStore store = filled();
                ResultReader reader = store.reader()) {
            assertThat(new ReportReader(reader).experiment(TEAM, "h100", START)).isEmpty();
        }
    }

    @Test
    void anUnknownRunIsNamed() {
        try (ResultStore store = filled();
                ResultReader reader = store.reader()) {
            assertThatThrownBy(() -> new ReportReader(reader).runs(List.of(new RunKey(TEAM, "X")), START))
                    .hasMessageContaining("run X of team perf is not in the store");
        }
    }

    private ResultStore filled() {
        ResultStore store = SqliteStore.open(folder.resolve("store.db"));
        List<SpecificRecord> events = new ArrayList<>();
        events.add(Events.control(START, Events.run(OLDER, START.minusSeconds(3600))));
        events.add(Events.control(START, Events.run(NEWER, START)));
        events.add(Events.control(START, slo()));
        events.add(Events.control(START, step()));
        for (long n = 1; n <= 100; n++) {
            events.add(request(n));
        }
        events.add(result());
        events.add(window(10));
        events.add(window(60));
        events.add(sample());
        store.write(new WriteBatch(
                events.stream()
                        .map(event -> (StoreChange) new StoreChange.StoredEvent(TEAM, START, event))
                        .toList(),
                List.of()));
        return store;
    }

    private static SloState slo() {
        return SloState.newBuilder()
                .setRun(NEWER)
                .setObjective(ObjectiveState.newBuilder()
                        .setName("ttft_due p95 < 250ms over 1m")
                        .setKind(ObjectiveKind.QUANTILE)
                        .setMetric(MetricName.TTFT_DUE)
                        .setQuantile(0.95)
                        .setLimitNanos(250 * MILLIS)
                        .setWindowSeconds(60)
                        .build())
                .setChanged(START)
                .setRemoved(false)
                .build();
    }

    private static StepState step() {
        return StepState.newBuilder()
                .setRun(NEWER)
                .setStep(0)
                .setLoadKind(LoadKind.RATE)
                .setLoad(2.0)
                .setArrivals("poisson")
                .setStarted(START)
                .setMeasureFrom(START)
                .setRequestsByLane(Map.of("a", 100L))
                .setTarget("gpu")
                .build();
    }

    private static RequestEvent request(long n) {
        return RequestEvent.newBuilder()
                .setRun(NEWER)
                .setStep(0)
                .setLane("a")
                .setLaneSeq(n)
                .setRequest("a-" + n)
                .setTarget("gpu")
                .setModel("llama")
                .setPart(StepPart.MEASURED)
                .setDue(START.plusMillis(500 * n))
                .setSentNanos(0L)
                .setFirstTokenNanos(n * MILLIS)
                .setLastTokenNanos(n * MILLIS + 100 * MILLIS)
                .setEndNanos(n * MILLIS + 100 * MILLIS)
                .setOutcome(Outcome.OK)
                .setOutputTokens(11)
                .build();
    }

    private static StepResult result() {
        return StepResult.newBuilder()
                .setRun(NEWER)
                .setStep(0)
                .setTarget("gpu")
                .setFinality(Finality.FINAL)
                .setLoadKind(LoadKind.RATE)
                .setLoad(2.0)
                .setMeasureFrom(START)
                .setMeasureUntil(START.plusSeconds(50))
                .setDue(100)
                .setSent(100)
                .setOk(100)
                .setVerdict(Verdict.PASS)
                .build();
    }

    private static WindowStats window(int seconds) {
        return WindowStats.newBuilder()
                .setRun(NEWER)
                .setStep(0)
                .setTarget("gpu")
                .setMetric(MetricName.TTFT_DUE)
                .setWindowSeconds(seconds)
                .setStart(START)
                .setEnd(START.plusSeconds(seconds))
                .setFinality(Finality.FINAL)
                .setCount(20)
                .setSumNanos(20 * MILLIS)
                .setP95Nanos(95 * MILLIS)
                .setP99Nanos(99 * MILLIS)
                .build();
    }

    private static ServerSample sample() {
        return ServerSample.newBuilder()
                .setTarget("gpu")
                .setInstance("gpu-1:8000")
                .setScrapeStart(START.plusSeconds(1))
                .setScrapeEnd(START.plusSeconds(1))
                .setUp(true)
                .setInfo(Map.of(
                        "vllm:cache_config_info.num_gpu_blocks", "25309", "vllm:cache_config_info.block_size", "16"))
                .build();
    }
}
