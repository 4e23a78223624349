package io.tidemark.reports.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Finality;
import io.tidemark.events.LoadKind;
import io.tidemark.events.ServerSample;
import io.tidemark.events.StepResult;
import io.tidemark.events.Verdict;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.TargetGroup;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.WriteBatch;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasuredRunTest {
    private static final Team TEAM = new Team("perf");
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
    private static final String RUN = "01JD8Z9P1Q7RSY3W5T8E2XJC6V";

    @TempDir
    private Path folder;

    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    private static StepResult result(String target, String requestClass) {
        return StepResult.newBuilder()
                .setRun(RUN)
                .setStep(0)
                .setTarget(target)
                .setRequestClass(requestClass)
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

    @Test
    void whatSingleTargetsServedIsNoClassToCompare() {
        try (ResultStore store = SqliteStore.open(folder.resolve("store.db"))) {
            Stream<SpecificRecord> events = Stream.of(
                    Events.control(START, Events.run(RUN, START)),
                    result("a", RequestClass.ONE_TARGET),
                    result("b", RequestClass.ONE_TARGET),
                    result(TargetGroup.ALL, "chat"),
                    result(TargetGroup.ALL, RequestClass.ALL));
            write(store, events);

            assertThat(read(store).steps()).singleElement().satisfies(step -> {
                assertThat(step.result().target()).isEqualTo(TargetGroup.ALL);
                assertThat(step.classes())
                        .singleElement()
                        .satisfies(one -> assertThat(one.requestClass()).isEqualTo("chat"));
            });
        }
    }

    @Test
    void aRunHasNoStepsToCompareWhileTheResultOfOneIsProvisional() {
        StepResult over = result(TargetGroup.ALL, RequestClass.ALL);
        StepResult next = StepResult.newBuilder(over).setStep(1).setLoad(4.0).build();
        StepResult provisional =
                StepResult.newBuilder(next).setFinality(Finality.PROVISIONAL).build();
        try (ResultStore store = SqliteStore.open(folder.resolve("store.db"))) {
            write(store, Stream.of(Events.control(START, Events.run(RUN, START)), over, provisional));
            assertThat(read(store).settled().steps()).isEmpty();
            assertThat(read(store).counted().steps()).hasSize(1);

            write(store, Stream.of(next));
            assertThat(read(store).settled().steps()).hasSize(2);
        }
    }

    @Test
    void aStepOfWhichTheClientSaidNoEndIsServedUntilItsMeasuredPartEndsOnceItIsOver() {
        StepResult over = result(TargetGroup.ALL, RequestClass.ALL);
        StepResult provisional = StepResult.newBuilder(over)
                .setStep(1)
                .setFinality(Finality.PROVISIONAL)
                .build();
        try (ResultStore store = SqliteStore.open(folder.resolve("store.db"))) {
            write(store, Stream.of(Events.control(START, Events.run(RUN, START)), over, provisional));
            List<MeasuredStep> steps = read(store).steps();

            assertThat(steps.get(0).untilServed()).contains(Duration.ofSeconds(50));
            assertThat(steps.get(1).untilServed()).isEmpty();
        }
    }

    /** Of the target's samples those in the first thirty seconds of the run; others may be of another server. */
    @Test
    void serverInfoIsOfTheLastScrapeWithInfoInTheFirstThirtySeconds() {
        try (ResultStore store = SqliteStore.open(folder.resolve("store.db"))) {
            write(
                    store,
                    Stream.of(
                            Events.control(START, Events.run(RUN, START)),
                            sample(-1, Map.of("engine_info.version", "before")),
                            sample(1, Map.of("engine_info.version", "first")),
                            sample(28, Map.of("engine_info.version", "last")),
                            sample(29, Map.of()),
                            sample(30, Map.of("engine_info.version", "after"))));

            assertThat(read(store).serverInfo().labels()).containsExactly(Map.entry("engine_info.version", "last"));
        }
    }

    @Test
    void aRunWithoutScrapesHasNoServerInfo() {
        try (ResultStore store = SqliteStore.open(folder.resolve("store.db"))) {
            write(store, Stream.of(Events.control(START, Events.run(RUN, START))));

            assertThat(read(store).serverInfo()).isEqualTo(ServerInfo.NONE);
        }
    }

    private static ServerSample sample(int second, Map<String, String> info) {
        return ServerSample.newBuilder()
                .setTarget("gpu")
                .setInstance("gpu-1:8000")
                .setScrapeStart(START.plusSeconds(second))
                .setScrapeEnd(START.plusSeconds(second))
                .setUp(true)
                .setInfo(info)
                .build();
    }

    private static void write(ResultStore store, Stream<SpecificRecord> events) {
        store.write(new WriteBatch(
                events.map(event -> (StoreChange) new StoreChange.StoredEvent(TEAM, START, event))
                        .toList(),
                List.of()));
    }

    private static MeasuredRun read(ResultStore store) {
        try (ResultReader reader = store.reader()) {
            return MeasuredRun.of(reader, reader.run(new RunKey(TEAM, RUN)).orElseThrow());
        }
    }
}
