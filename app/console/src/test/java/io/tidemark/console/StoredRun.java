package io.tidemark.console;

import io.tidemark.events.BreachState;
import io.tidemark.events.Finality;
import io.tidemark.events.MetricName;
import io.tidemark.events.MetricResult;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.SloState;
import io.tidemark.events.StepPart;
import io.tidemark.events.StepState;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.WriteBatch;
import io.tidemark.sinks.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.avro.specific.SpecificRecord;

/** A run of {@link Events} as a store has it: 60 windows, one step, one breach, 20 requests of which three are slow. */
public final class StoredRun {
    /** Windows of the run: one a second. */
    public static final int WINDOWS = 60;

    public static final String OBJECTIVE = "ttft p95 < 250ms";

    private StoredRun() {}

    public static void write(Path file, Team team, String run, Instant started) {
        write(file, team, run, "baseline", started);
    }

    public static void write(Path file, Team team, String run, String phase, Instant started) {
        List<SpecificRecord> events = new ArrayList<>();
        RunState state = RunState.newBuilder(Events.run(run, started))
                .setPhase(phase)
                .setPhaseConfig(Map.of("max_num_seqs", phase.equals("baseline") ? "64" : "128"))
                .setStatus(RunStatus.ENDED)
                .setEnded(started.plusSeconds(WINDOWS))
                .build();
        events.add(Events.control(started, state));
        events.add(Events.control(
                started,
                SloState.newBuilder(Events.slo(OBJECTIVE, false)).setRun(run).build()));
        events.add(Events.control(
                started,
                StepState.newBuilder(Events.step(0))
                        .setRun(run)
                        .setStarted(started)
                        .setMeasureFrom(started)
                        .build()));
        for (int second = 1; second <= WINDOWS; second++) {
            events.add(Events.window(started.plusSeconds(second))
                    .setRun(run)
                    .setP99Nanos(second == 30 ? 900_000_000L : 200_000_000L)
                    .build());
        }
        for (int n = 0; n < 20; n++) {
            events.add(Events.request(n, n < 3 ? 300 + n : 100)
                    .setRun(run)
                    .setPart(StepPart.MEASURED)
                    .build());
        }
        events.add(Events.result(Finality.FINAL, 20)
                .setRun(run)
                .setPhase(phase)
                .setRunStatus(RunStatus.ENDED)
                .setMetrics(List.of(MetricResult.newBuilder()
                        .setMetric(MetricName.TTFT)
                        .setCount(20)
                        .setSumNanos(20 * 100_000_000L)
                        .setP50Nanos(100_000_000L)
                        .setP95Nanos(119_000_000L)
                        .setP99Nanos(120_000_000L)
                        .setSketch(Events.sketch(LongStream.rangeClosed(1, 20)
                                .map(n -> 100_000_000 + n * 1_000_000)
                                .toArray()))
                        .build()))
                .build());
        events.add(Events.breach(BreachState.CLOSED, Finality.FINAL)
                .setRun(run)
                .setBreach(run + "/ttft/1")
                .setClosed(started.plusSeconds(40))
                .build());
        store(file, team, started, events);
    }

    /** A run that has begun and not ended: one objective, one step, no window yet. */
    public static void lasting(Path file, Team team, String run, Instant started) {
        store(
                file,
                team,
                started,
                List.of(
                        Events.control(started, Events.run(run, started)),
                        Events.control(
                                started,
                                SloState.newBuilder(Events.slo(OBJECTIVE, false))
                                        .setRun(run)
                                        .build()),
                        Events.control(
                                started,
                                StepState.newBuilder(Events.step(0))
                                        .setRun(run)
                                        .setStarted(started)
                                        .setMeasureFrom(started)
                                        .build())));
    }

    /** Breaches of a run that was written: each of a millisecond, one every second millisecond from its start. */
    public static void breaches(Path file, Team team, String run, int count) {
        Instant started = Events.START;
        List<SpecificRecord> events = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            events.add(Events.breach(BreachState.CLOSED, Finality.FINAL)
                    .setRun(run)
                    .setBreach(run + "/many/" + n)
                    .setOpened(started.plusMillis(2L * n))
                    .setClosed(started.plusMillis(2L * n + 1))
                    .build());
        }
        store(file, team, started, events);
    }

    private static void store(Path file, Team team, Instant started, List<SpecificRecord> events) {
        try (ResultStore store = SqliteStore.open(file)) {
            store.write(new WriteBatch(
                    events.stream()
                            .<StoreChange>map(event -> new StoreChange.StoredEvent(team, started, event))
                            .toList(),
                    List.of()));
        }
    }
}
