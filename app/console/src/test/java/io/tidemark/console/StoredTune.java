package io.tidemark.console;

import io.tidemark.events.Finality;
import io.tidemark.events.LoadKind;
import io.tidemark.events.MetricResult;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.StepResult;
import io.tidemark.events.TrialState;
import io.tidemark.events.TrialStatus;
import io.tidemark.events.TuneActivity;
import io.tidemark.events.TuneState;
import io.tidemark.events.Verdict;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Metric;
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

/**
 * A tune of two flags. The server of capacity c answers 2, 4 and 8 req/s with a TTFT of 100 (1 + load / c) ms and holds what is not above c: 4 by default,
 * 6 with 128 sequences, 5 with an fp8 cache, 9 with both. The start with 512 sequences fails.
 */
public final class StoredTune {
    public static final String ID = "01KB0TUNE000000000000000AA";
    public static final String EXPERIMENT = "night tune";

    private static final List<Double> LOADS = List.of(2.0, 4.0, 8.0);
    private static final int SECONDS = 100;

    private final Instant begin;
    private final List<SpecificRecord> events = new ArrayList<>();
    private int number;

    private StoredTune(Instant begin) {
        this.begin = begin;
    }

    public static void write(Path file, Team team, Instant begin) {
        StoredTune tune = new StoredTune(begin);
        tune.all();
        try (ResultStore store = SqliteStore.open(file)) {
            store.write(new WriteBatch(
                    tune.events.stream()
                            .<StoreChange>map(event -> new StoreChange.StoredEvent(team, begin, event))
                            .toList(),
                    List.of()));
        }
    }

    private void all() {
        events.add(Events.control(
                begin,
                TuneState.newBuilder()
                        .setTune(ID)
                        .setExperiment(EXPERIMENT)
                        .setTarget("http://gpu-1:8000")
                        .setTuner("host-1/4711")
                        .setMode("sweep")
                        .setObjective("every combination is measured")
                        .setStarted(begin)
                        .setActivity(TuneActivity.RUNNING)
                        .setPlanned(6)
                        .setEnded(5)
                        .setInfeasible(1)
                        .setExpectedEnd(begin.plusSeconds(7_200))
                        .setDefaultPhase("default")
                        .setWinner("both")
                        .build()));
        measured("default", Map.of(), 4);
        measured("mns128", Map.of("max-num-seqs", "128"), 6);
        measured("fp8", Map.of("kv-cache-dtype", "fp8"), 5);
        measured("both", Map.of("max-num-seqs", "128", "kv-cache-dtype", "fp8"), 9);
        failed("mns512", Map.of("max-num-seqs", "512", "kv-cache-dtype", "fp8"));
    }

    private void measured(String phase, Map<String, String> flags, double capacity) {
        Instant at = begin.plusSeconds(1_000L * number++);
        String run = "01KB0RUN000000000000000%03d".formatted(number);
        events.add(Events.control(
                at,
                RunState.newBuilder(Events.run(run, at))
                        .setExperiment(EXPERIMENT)
                        .setPhase(phase)
                        .setPhaseConfig(flags)
                        .setEnded(at.plusSeconds(900))
                        .setStatus(RunStatus.ENDED)
                        .build()));
        for (int step = 0; step < LOADS.size(); step++) {
            events.add(result(run, step, at, capacity));
        }
        events.add(Events.control(
                at,
                trial(at, phase, flags)
                        .setStatus(TrialStatus.MEASURED)
                        .setRuns(List.of(run))
                        .setStartupSeconds(42.5)
                        .setLastLines(List.of("GPU KV cache size: 65,536 tokens", "Application startup complete."))
                        .setHeldUpTo(capacity)
                        .setFailsFrom(capacity + 1)
                        .setEnded(at.plusSeconds(900))
                        .build()));
    }

    private void failed(String phase, Map<String, String> flags) {
        Instant at = begin.plusSeconds(1_000L * number++);
        events.add(Events.control(
                at,
                trial(at, phase, flags)
                        .setStatus(TrialStatus.INFEASIBLE)
                        .setFailure("OUT_OF_MEMORY")
                        .setDescription("the server ended before it was ready")
                        .setLastLines(List.of("INFO starting", "torch.OutOfMemoryError: CUDA out of memory"))
                        .setEnded(at.plusSeconds(20))
                        .build()));
    }

    private TrialState.Builder trial(Instant at, String phase, Map<String, String> flags) {
        return TrialState.newBuilder()
                .setTune(ID)
                .setNumber(number)
                .setBlock(1)
                .setPurpose("sweep")
                .setExperiment(EXPERIMENT)
                .setPhase(phase)
                .setFlags(flags)
                .setCommand("vllm serve llama")
                .setLog("/tmp/starts/" + number + ".log")
                .setStarted(at);
    }

    private static StepResult result(String run, int step, Instant at, double capacity) {
        double load = LOADS.get(step);
        long due = Math.round(load * SECONDS);
        Instant from = at.plusSeconds((long) SECONDS * step);
        return StepResult.newBuilder(Events.result(Finality.FINAL, due).build())
                .setRun(run)
                .setStep(step)
                .setExperiment(EXPERIMENT)
                .setLoadKind(LoadKind.RATE)
                .setLoad(load)
                .setMeasureFrom(from)
                .setMeasureUntil(from.plusSeconds(SECONDS))
                .setDue(due)
                .setSent(due)
                .setOk(due)
                .setOutcomes(Map.of("OK", due))
                .setOutputTokens(due * 200)
                .setMetrics(List.of(metric(due, 100 * (1 + load / capacity))))
                .setVerdict(load <= capacity ? Verdict.PASS : Verdict.FAIL)
                .setRunStatus(RunStatus.ENDED)
                .build();
    }

    /** All answers are as fast as each other, so that each quantile is known. */
    private static MetricResult metric(long count, double millis) {
        long nanos = Math.round(millis * 1e6);
        return MetricResult.newBuilder()
                .setMetric(Metric.TTFT.event())
                .setCount(count)
                .setSumNanos(count * nanos)
                .setSketch(
                        Events.sketch(LongStream.range(0, count).map(n -> nanos).toArray()))
                .build();
    }
}
