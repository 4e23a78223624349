package io.tidemark.reports.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Finality;
import io.tidemark.events.LoadKind;
import io.tidemark.events.MetricName;
import io.tidemark.events.MetricResult;
import io.tidemark.events.RunState;
import io.tidemark.events.ServerRole;
import io.tidemark.events.ServerSample;
import io.tidemark.events.StepResult;
import io.tidemark.events.StepState;
import io.tidemark.events.TargetRef;
import io.tidemark.events.Verdict;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.section.StepParts;
import io.tidemark.schemas.FigureDoubt;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.Signal;
import io.tidemark.schemas.TargetGroup;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.WriteBatch;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.sqlite.SqliteStore;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run over two targets in a real store: "a" was to get three of four requests, and has two servers behind it. */
class SeveralTargetsReportTest {
    private static final Team TEAM = new Team("perf");
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
    private static final String RUN = "01JD8Z9P1Q7RSY3W5T8E2XJC6V";
    private static final long MILLIS = 1_000_000;

    @TempDir
    private Path folder;

    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    private static TargetRef target(String name, int weight, String... pages) {
        return TargetRef.newBuilder()
                .setName(name)
                .setUrl("http://" + name)
                .setModel("m")
                .setWeight(weight)
                .setScrapeUrls(Arrays.asList(pages))
                .build();
    }

    private static StepResult.Builder result(String target, long due, long ok, long tpotMillis) {
        LogHistogram sketch = new LogHistogram();
        sketch.add(tpotMillis * MILLIS);
        return StepResult.newBuilder()
                .setRun(RUN)
                .setStep(0)
                .setTarget(target)
                .setFinality(Finality.FINAL)
                .setLoadKind(LoadKind.RATE)
                .setLoad(2.0)
                .setMeasureFrom(START)
                .setMeasureUntil(START.plusSeconds(50))
                .setDue(due)
                .setSent(due)
                .setOk(ok)
                .setMetrics(List.of(MetricResult.newBuilder()
                        .setMetric(MetricName.TPOT)
                        .setCount(1)
                        .setSumNanos(tpotMillis * MILLIS)
                        .setMinNanos(tpotMillis * MILLIS)
                        .setMaxNanos(tpotMillis * MILLIS)
                        .setP50Nanos(tpotMillis * MILLIS)
                        .setP90Nanos(tpotMillis * MILLIS)
                        .setP95Nanos(tpotMillis * MILLIS)
                        .setP99Nanos(tpotMillis * MILLIS)
                        .setSketch(ByteBuffer.wrap(sketch.encode()))
                        .build()));
    }

    private static StepResult one(String target, long due, long ok, long tpotMillis, double hits) {
        return result(target, due, ok, tpotMillis)
                .setRequestClass(RequestClass.ONE_TARGET)
                .setSignalMeans(Map.of(Signal.PREFIX_HITS.id(), hits, Signal.PREFIX_QUERIES.id(), 100.0))
                .build();
    }

    /** Counts of the page after so many seconds. */
    private static ServerSample sample(String instance, int second, double finished, double hits, double queries) {
        return ServerSample.newBuilder()
                .setTarget("a")
                .setInstance(instance)
                .setRole(ServerRole.ENGINE)
                .setScrapeStart(START.plusSeconds(second))
                .setScrapeEnd(START.plusSeconds(second))
                .setUp(true)
                .setValues(Map.of(
                        Signal.FINISHED.id(), finished,
                        Signal.PREFIX_HITS.id(), hits,
                        Signal.PREFIX_QUERIES.id(), queries,
                        Signal.RUNNING.id(), 4.0))
                .build();
    }

    private ResultStore filled(String... flags) {
        List<SpecificRecord> events = new ArrayList<>();
        events.add(Events.control(
                START,
                RunState.newBuilder(Events.run(RUN, START))
                        .setTargets(List.of(
                                target("a", 3, "http://a1/metrics", "http://a2/metrics"),
                                target("b", 1, "http://b/metrics")))
                        .build()));
        events.add(Events.control(
                START,
                StepState.newBuilder()
                        .setRun(RUN)
                        .setStep(0)
                        .setLoadKind(LoadKind.RATE)
                        .setLoad(2.0)
                        .setArrivals("poisson")
                        .setStarted(START)
                        .setMeasureFrom(START)
                        .setTarget(TargetGroup.ALL)
                        .build()));
        // A target's result may be stored before that of the whole, and "a" is before "all targets".
        events.add(one("a", 200, 200, 20, 90));
        events.add(one("b", 200, 150, 80, 10));
        events.add(result(TargetGroup.ALL, 400, 350, 50)
                .setVerdict(Verdict.PASS)
                .setFlags(Arrays.asList(flags))
                .build());
        events.add(sample("a1:80", 1, 10, 100, 1_000));
        events.add(sample("a2:80", 1, 0, 0, 0));
        events.add(sample("a1:80", 40, 160, 850, 2_000));
        events.add(sample("a2:80", 40, 50, 50, 500));
        events.add(sample("a2:80", 60, 999, 999, 999)); // after the step
        ResultStore store = SqliteStore.open(folder.resolve("store.db"));
        store.write(new WriteBatch(
                events.stream()
                        .map(event -> (StoreChange) new StoreChange.StoredEvent(TEAM, START, event))
                        .toList(),
                List.of()));
        return store;
    }

    private static ReportModel model(ResultReader reader) {
        return new ReportReader(reader).runs(List.of(new RunKey(TEAM, RUN)), START);
    }

    @Test
    void theStepIsThatOfAllTargetsAndEachTargetHasItsShareBesideIt() {
        try (ResultStore store = filled();
                ResultReader reader = store.reader()) {
            ReportModel model = model(reader);
            List<StepReport> steps = model.runs().get(0).steps();

            assertThat(steps).hasSize(1);
            assertThat(steps.get(0).result().target()).isEqualTo(TargetGroup.ALL);
            assertThat(steps.get(0).result().counts().due()).isEqualTo(400);
            assertThat(steps.get(0).detail().targets())
                    .satisfiesExactly(
                            a -> {
                                assertThat(a.target()).isEqualTo("a");
                                assertThat(a.share()).isEqualTo(0.5);
                                assertThat(a.expectedShare()).isEqualTo(0.75);
                                assertThat(a.isUneven())
                                        .as("300 were asked, 200 is not less than two thirds")
                                        .isFalse();
                                assertThat(a.cacheHitShare()).isEqualTo(OptionalDouble.of(0.9));
                            },
                            b -> {
                                assertThat(b.failed()).isEqualTo(50);
                                assertThat(b.isUneven())
                                        .as("100 were asked, it got 200")
                                        .isTrue();
                            });
            assertThat(StepParts.targets(model)).isNotEmpty();
        }
    }

    @Test
    void whatTheStepDoesNotKnowIsNotKnownOfItsTargets() {
        try (ResultStore store = filled(FigureDoubt.HELD_BACK.sentence(60, 60));
                ResultReader reader = store.reader()) {
            assertThat(tpot(reader)).containsExactly("not known", "not known");
        }
    }

    @Test
    void aTargetHasItsOwnLatencies() {
        try (ResultStore store = filled(FigureDoubt.HELD_BACK.sentence(1, 60));
                ResultReader reader = store.reader()) {
            assertThat(tpot(reader)).containsExactly("20 / 20 / 20 ms", "80 / 80 / 80 ms");
        }
    }

    /** Of each target, the only column of latencies. */
    private static List<String> tpot(ResultReader reader) {
        Block.Table table = (Block.Table) StepParts.targets(model(reader)).get(2);
        int column = table.columns().indexOf(Block.Column.right("TPOT"));
        return table.rows().stream().map(row -> row.get(column).text()).toList();
    }

    @Test
    void serversBehindATargetAreToldApartByTheirOwnCounters() {
        try (ResultStore store = filled();
                ResultReader reader = store.reader()) {
            ReportModel model = model(reader);

            assertThat(model.runs().get(0).steps().get(0).detail().servers())
                    .satisfiesExactly(
                            first -> {
                                assertThat(first.instance()).isEqualTo("a1:80");
                                assertThat(first.finished()).isEqualTo(OptionalDouble.of(150));
                                assertThat(first.cacheHitShare()).isEqualTo(OptionalDouble.of(0.75));
                                assertThat(first.running()).isEqualTo(OptionalDouble.of(4));
                            },
                            second -> {
                                assertThat(second.finished()).isEqualTo(OptionalDouble.of(50));
                                assertThat(second.cacheHitShare()).isEqualTo(OptionalDouble.of(0.1));
                            });
            assertThat(StepParts.servers(model)).isNotEmpty();
        }
    }
}
