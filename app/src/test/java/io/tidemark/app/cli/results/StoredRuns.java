package io.tidemark.app.cli.results;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Finality;
import io.tidemark.events.LoadKind;
import io.tidemark.events.MetricResult;
import io.tidemark.events.ObjectiveJudgement;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.ServerSample;
import io.tidemark.events.SloState;
import io.tidemark.events.StepResult;
import io.tidemark.events.StepState;
import io.tidemark.events.TargetRef;
import io.tidemark.events.Verdict;
import io.tidemark.events.VerdictBasis;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.RunActivity;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.WriteBatch;
import io.tidemark.sinks.store.sqlite.SqliteStore;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.apache.avro.specific.SpecificRecord;

/**
 * A store with runs of a server whose TTFT is lognormal around 300 ms and whose TPOT is around 30 ms. Each run is off by its own factor,
 * normal with a standard deviation of 2 %, as runs are; a phase may be slower by a factor, or batch more under load.
 */
public final class StoredRuns implements AutoCloseable {
    public static final Team TEAM = new Team("perf");
    public static final Instant START = Instant.parse("2026-11-20T14:00:00Z");

    private static final double RUN_DEVIATION = 0.02;
    private static final int REQUESTS = 1_000;
    private static final double MILLIS = 1e6;
    private static final double SLO_TTFT_MILLIS = 500;

    private final ResultStore store;
    private final SplittableRandom random = new SplittableRandom(42);
    private int runs;
    private long answerTokens = 200;

    public StoredRuns(Path file) {
        TrustedEventClasses.trust();
        this.store = SqliteStore.open(file);
    }

    /** How a run is. */
    public record Kind(
            String experiment,
            String phase,
            double slower,
            LoadKind loadKind,
            List<Double> loads,
            String workload,
            String model,
            Map<String, String> labels,
            Map<String, String> flags,
            List<String> remarks,
            End end,
            double batching) {
        /** How it ended, if it did. */
        public record End(RunStatus status, Optional<String> stopReason) {}

        /** A run at 1 and 2 req/s. */
        public static Kind of(String phase) {
            return new Kind(
                    "H200 tuning",
                    phase,
                    1,
                    LoadKind.RATE,
                    List.of(1.0, 2.0),
                    "0123456789abcdef",
                    "llama-70b",
                    Map.of("gpu", "H200"),
                    Map.of("max-num-seqs", phase.equals("baseline") ? "1024" : "128"),
                    List.of(),
                    new End(RunStatus.ENDED, Optional.empty()),
                    1);
        }

        public Kind slowerBy(double factor) {
            return new Kind(
                    experiment, phase, factor, loadKind, loads, workload, model, labels, flags, remarks, end, batching);
        }

        public Kind of(LoadKind kind, List<Double> levels) {
            return new Kind(
                    experiment, phase, slower, kind, levels, workload, model, labels, flags, remarks, end, batching);
        }

        /** Larger batches above 1 req/s: TTFT is smaller by that factor there, and TPOT and the running requests larger. */
        public Kind batching(double by) {
            return new Kind(
                    experiment, phase, slower, loadKind, loads, workload, model, labels, flags, remarks, end, by);
        }

        public Kind named(String other) {
            return new Kind(
                    experiment, other, slower, loadKind, loads, workload, model, labels, flags, remarks, end, batching);
        }

        public Kind in(String other) {
            return new Kind(
                    other, phase, slower, loadKind, loads, workload, model, labels, flags, remarks, end, batching);
        }

        public Kind withWorkload(String hash) {
            return new Kind(
                    experiment, phase, slower, loadKind, loads, hash, model, labels, flags, remarks, end, batching);
        }

        public Kind withModel(String name) {
            return new Kind(
                    experiment, phase, slower, loadKind, loads, workload, name, labels, flags, remarks, end, batching);
        }

        public Kind withLabels(Map<String, String> other) {
            return new Kind(
                    experiment, phase, slower, loadKind, loads, workload, model, other, flags, remarks, end, batching);
        }

        public Kind remarked(String remark) {
            return new Kind(
                    experiment,
                    phase,
                    slower,
                    loadKind,
                    loads,
                    workload,
                    model,
                    labels,
                    flags,
                    List.of(remark),
                    end,
                    batching);
        }

        public Kind stopped(String reason) {
            return ended(new End(RunStatus.ABORTED, Optional.of(reason)));
        }

        public Kind ended(RunStatus status) {
            return ended(new End(status, Optional.empty()));
        }

        private Kind ended(End how) {
            return new Kind(
                    experiment, phase, slower, loadKind, loads, workload, model, labels, flags, remarks, how, batching);
        }
    }

    /** Runs that are added from here on have answers of that many tokens. */
    public StoredRuns answering(long tokens) {
        answerTokens = tokens;
        return this;
    }

    /** Runs that are added from here on begin after so many others. */
    StoredRuns after(int others) {
        runs = others;
        return this;
    }

    /** Adds runs one after the other; returns their ids. */
    public List<String> add(int count, Kind kind) {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ids.add(add(kind));
        }
        return ids;
    }

    /** Adds runs of each, in turns that swap: the first kind first, then the last, and so on. */
    public void inTurns(int count, Kind... kinds) {
        for (int turn = 0; turn < count; turn++) {
            for (int at = 0; at < kinds.length; at++) {
                add(kinds[turn % 2 == 0 ? at : kinds.length - 1 - at]);
            }
        }
    }

    private String add(Kind kind) {
        String id = "01JD8Z6K3M5TQX9V2R7C0W%04d".formatted(runs);
        Instant started = START.plus(Duration.ofHours(runs));
        runs++;
        double factor = kind.slower() * Math.exp(RUN_DEVIATION * random.nextGaussian());
        List<SpecificRecord> events = new ArrayList<>();
        events.add(control(started, run(id, started, kind)));
        events.add(control(started, slo(id, started)));
        for (int step = 0; step < kind.loads().size(); step++) {
            Instant from = started.plusSeconds(600L * step);
            events.add(control(from, step(id, step, from, kind)));
            events.add(result(id, step, from, kind, factor));
        }
        events.add(sample(started.plusSeconds(1), kind));
        store.write(new WriteBatch(
                events.stream()
                        .map(event -> (StoreChange) new StoreChange.StoredEvent(TEAM, started, event))
                        .toList(),
                List.of()));
        return id;
    }

    /** Holds a run that says it is running for lost. */
    public void lose(String id, String reason) {
        RunActivity silent = store.runningRuns(TEAM).stream()
                .filter(run -> run.run().run().equals(id))
                .findFirst()
                .orElseThrow();
        if (!store.markLost(silent, silent.lastHeard().plus(Duration.ofMinutes(10)), reason)) {
            throw new IllegalStateException("run " + id + " is not lost");
        }
    }

    /** Stores anything else. */
    public void write(StoreChange change) {
        store.write(new WriteBatch(List.of(change), List.of()));
    }

    private static ControlEvent control(Instant at, Object state) {
        return ControlEvent.newBuilder().setAt(at).setState(state).build();
    }

    private static RunState run(String id, Instant started, Kind kind) {
        return RunState.newBuilder()
                .setRun(id)
                .setExperiment(kind.experiment())
                .setPhase(kind.phase())
                .setPlanHash("aa11bb22cc33dd44")
                .setWorkloadHash(kind.workload())
                .setToolVersion("0.1.0")
                .setCommand("tidemark run plan.yaml --phase " + kind.phase())
                .setSeed(7)
                .setTargets(List.of(TargetRef.newBuilder()
                        .setName(kind.phase())
                        .setUrl("http://gpu-1:8000")
                        .setModel(kind.model())
                        .setScrapeUrls(List.of())
                        .setServerVersion("0.14.1")
                        .build()))
                .setLanes(List.of("a"))
                .setStepCount(kind.loads().size())
                .setStarted(started)
                .setEnded(
                        kind.end().status() == RunStatus.RUNNING
                                ? null
                                : started.plusSeconds(600L * kind.loads().size()))
                .setStatus(kind.end().status())
                .setInvalidReasons(
                        kind.end().status() == RunStatus.INVALID
                                ? List.of("sent 64 % of its requests on time")
                                : List.of())
                .setPhaseConfig(kind.flags())
                .setLabels(kind.labels())
                .setRemarks(kind.remarks())
                .setStopReason(kind.end().stopReason().orElse(null))
                .build();
    }

    private static SloState slo(String id, Instant started) {
        return SloState.newBuilder()
                .setRun(id)
                .setChanged(started)
                .setRemoved(false)
                .setObjective(ObjectiveState.newBuilder()
                        .setName("ttft p95 < 500ms")
                        .setKind(ObjectiveKind.QUANTILE)
                        .setMetric(Metric.TTFT.event())
                        .setQuantile(0.95)
                        .setLimitNanos((long) (SLO_TTFT_MILLIS * MILLIS))
                        .setWindowSeconds(60)
                        .build())
                .build();
    }

    private static StepState step(String id, int step, Instant from, Kind kind) {
        return StepState.newBuilder()
                .setRun(id)
                .setStep(step)
                .setLoadKind(kind.loadKind())
                .setLoad(kind.loads().get(step))
                .setArrivals("poisson")
                .setStarted(from)
                .setMeasureFrom(from)
                .setMeasureUntil(from.plusSeconds(500))
                .setEnded(from.plusSeconds(510))
                .setRequestsByLane(Map.of("a", (long) REQUESTS))
                .setTarget(kind.phase())
                .build();
    }

    private StepResult result(String id, int step, Instant from, Kind kind, double factor) {
        double crowd = 1 + 0.1 * kind.loads().get(step);
        double batching = kind.loads().get(step) > 1 ? kind.batching() : 1;
        LogHistogram ttft = lognormal(300 * factor * crowd / batching, 0.25);
        LogHistogram tpot = lognormal(30 * factor * crowd * batching, 0.15);
        long bad = REQUESTS - ttft.countAtMost((long) (SLO_TTFT_MILLIS * MILLIS));
        Verdict verdict = bad > REQUESTS * 0.05 ? Verdict.FAIL : Verdict.PASS;
        return StepResult.newBuilder()
                .setRun(id)
                .setStep(step)
                .setExperiment(kind.experiment())
                .setPhase(kind.phase())
                .setTarget(kind.phase())
                .setWorkloadHash(kind.workload())
                .setFinality(Finality.FINAL)
                .setLoadKind(kind.loadKind())
                .setLoad(kind.loads().get(step))
                .setMeasureFrom(from)
                .setMeasureUntil(from.plusSeconds(500))
                .setDue(REQUESTS)
                .setSent(REQUESTS)
                .setOk(REQUESTS)
                .setOutputTokens(REQUESTS * answerTokens)
                .setMetrics(List.of(metric(Metric.TTFT, ttft), metric(Metric.TPOT, tpot)))
                .setObjectives(List.of(ObjectiveResult.newBuilder()
                        .setObjective("ttft p95 < 500ms")
                        .setKind(ObjectiveKind.QUANTILE)
                        .setMetric(Metric.TTFT.event())
                        .setQuantile(0.95)
                        .setLimit(SLO_TTFT_MILLIS * MILLIS)
                        .setVerdict(verdict)
                        .setVerdictOn(VerdictBasis.SHORT_RUN)
                        .setShortRun(judged(verdict))
                        .setSustained(judged(verdict == Verdict.PASS ? Verdict.INCONCLUSIVE : verdict))
                        .setCount(REQUESTS)
                        .setBad(bad)
                        .build()))
                .setVerdict(verdict)
                .setSignalMeans(Map.of(
                        "engine.requests.running", 20 * factor * batching, "engine.kv.usage_ratio", 0.3 * factor))
                .setSignalMaxima(Map.of("engine.requests.running", 40 * factor, "engine.kv.usage_ratio", 0.5 * factor))
                .build();
    }

    private static ObjectiveJudgement judged(Verdict verdict) {
        return ObjectiveJudgement.newBuilder().setVerdict(verdict).build();
    }

    private LogHistogram lognormal(double medianMillis, double sigma) {
        LogHistogram sketch = new LogHistogram();
        for (int i = 0; i < REQUESTS; i++) {
            sketch.add(Math.round(medianMillis * MILLIS * Math.exp(sigma * random.nextGaussian())));
        }
        return sketch;
    }

    private static MetricResult metric(Metric metric, LogHistogram sketch) {
        return MetricResult.newBuilder()
                .setMetric(metric.event())
                .setCount(sketch.count())
                .setSumNanos(sketch.sum())
                .setMinNanos(sketch.min().getAsLong())
                .setMaxNanos(sketch.max().getAsLong())
                .setP50Nanos(sketch.quantile(0.5))
                .setP90Nanos(sketch.quantile(0.9))
                .setP95Nanos(sketch.quantile(0.95))
                .setP99Nanos(sketch.quantile(0.99))
                .setSketch(ByteBuffer.wrap(sketch.encode()))
                .build();
    }

    private static ServerSample sample(Instant at, Kind kind) {
        return ServerSample.newBuilder()
                .setTarget(kind.phase())
                .setInstance("gpu-1:8000")
                .setScrapeStart(at)
                .setScrapeEnd(at)
                .setUp(true)
                .setInfo(Map.of(
                        "vllm:cache_config_info.num_gpu_blocks", "25309", "vllm:cache_config_info.block_size", "16"))
                .build();
    }

    @Override
    public void close() {
        store.close();
    }
}
