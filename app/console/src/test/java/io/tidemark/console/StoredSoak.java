package io.tidemark.console;

import io.tidemark.events.Finality;
import io.tidemark.events.MetricName;
import io.tidemark.events.MetricResult;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.SloState;
import io.tidemark.events.StepResult;
import io.tidemark.events.StepState;
import io.tidemark.events.Verdict;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.WriteBatch;
import io.tidemark.sinks.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.apache.avro.specific.SpecificRecord;

/**
 * A soak in segments of ten minutes with 600 requests each: their TTFT is 100 ms, and 300 ms from the middle on; of a segment's requests 12 are slower than
 * the objective allows, then 60. Of 600 requests 5 %, 30, may be.
 */
public final class StoredSoak {
    public static final String RUN = "01KB0SOAK00000000000000000";
    public static final String OBJECTIVE = "ttft p95 < 250ms";

    private static final Duration SEGMENT = Duration.ofMinutes(10);
    private static final long REQUESTS = 600;

    private StoredSoak() {}

    public static void write(Path file, Team team, Instant begin, int segments) {
        write(file, team, begin, segments, number -> List.of());
    }

    /** @param flags of each segment, by its number */
    public static void write(Path file, Team team, Instant begin, int segments, IntFunction<List<String>> flags) {
        List<SpecificRecord> events = new ArrayList<>();
        Instant end = begin.plus(SEGMENT.multipliedBy(segments));
        events.add(Events.control(
                begin,
                RunState.newBuilder(Events.run(RUN, begin))
                        .setExperiment("soak")
                        .setPhase("weeks")
                        .setEnded(end)
                        .setStatus(RunStatus.ENDED)
                        .build()));
        events.add(Events.control(
                begin,
                SloState.newBuilder(Events.slo(OBJECTIVE, false)).setRun(RUN).build()));
        events.add(Events.control(
                begin,
                StepState.newBuilder(Events.step(0))
                        .setRun(RUN)
                        .setStarted(begin)
                        .setMeasureFrom(begin)
                        .build()));
        events.add(result(begin, end, false));
        for (int segment = 0; segment < segments; segment++) {
            Instant from = begin.plus(SEGMENT.multipliedBy(segment));
            events.add(StepResult.newBuilder(result(from, from.plus(SEGMENT), 2 * segment >= segments))
                    .setSegment(segment)
                    .setFlags(flags.apply(segment))
                    .build());
        }
        try (ResultStore store = SqliteStore.open(file)) {
            store.write(new WriteBatch(
                    events.stream()
                            .<StoreChange>map(event -> new StoreChange.StoredEvent(team, begin, event))
                            .toList(),
                    List.of()));
        }
    }

    private static StepResult result(Instant from, Instant until, boolean slow) {
        long nanos = slow ? 300_000_000L : 100_000_000L;
        long[] values = new long[(int) REQUESTS];
        Arrays.fill(values, nanos);
        return StepResult.newBuilder(Events.result(Finality.FINAL, REQUESTS).build())
                .setRun(RUN)
                .setExperiment("soak")
                .setPhase("weeks")
                .setMeasureFrom(from)
                .setMeasureUntil(until)
                .setDue(REQUESTS)
                .setSent(REQUESTS)
                .setOk(REQUESTS)
                .setOutcomes(Map.of("OK", REQUESTS))
                .setMetrics(List.of(MetricResult.newBuilder()
                        .setMetric(MetricName.TTFT)
                        .setCount(REQUESTS)
                        .setSumNanos(REQUESTS * nanos)
                        .setSketch(Events.sketch(values))
                        .build()))
                .setObjectives(List.of(ObjectiveResult.newBuilder()
                        .setObjective(OBJECTIVE)
                        .setKind(ObjectiveKind.QUANTILE)
                        .setMetric(MetricName.TTFT)
                        .setQuantile(0.95)
                        .setLimit(250_000_000)
                        .setVerdict(slow ? Verdict.FAIL : Verdict.PASS)
                        .setCount(REQUESTS)
                        .setBad(slow ? 60 : 12)
                        .build()))
                .setVerdict(slow ? Verdict.FAIL : Verdict.PASS)
                .setRunStatus(RunStatus.ENDED)
                .build();
    }
}
