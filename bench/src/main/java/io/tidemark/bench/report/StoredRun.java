package io.tidemark.bench.report;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Finality;
import io.tidemark.events.FinishReason;
import io.tidemark.events.MetricName;
import io.tidemark.events.MetricResult;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.SloState;
import io.tidemark.events.StepResult;
import io.tidemark.events.StepState;
import io.tidemark.events.TokenSource;
import io.tidemark.events.Verdict;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;

/** A run as streams and client would have left it: conversations of five turns, one request in 500 not ok, lognormal latencies. */
final class StoredRun {
    private static final Instant START = Instant.parse("2026-11-20T08:00:00Z");
    private static final String OBJECTIVE = "ttft_due p95 < 900ms over 10s";
    private static final long LIMIT_NANOS = 900_000_000;
    private static final long MILLIS = 1_000_000;
    private static final int TURNS = 5;
    private static final int NOT_OK_EVERY = 500;
    private static final List<Metric> METRICS = List.of(Metric.TTFT_DUE, Metric.TTFT, Metric.TPOT, Metric.E2E);

    private final String id;
    private final int phase;
    private final ReportBench.Size size;
    private final SplittableRandom random;

    StoredRun(int phase, ReportBench.Size size) {
        this.id = String.format("01JD8Z6K3M5TQX9V2R7C0W%04d", phase);
        this.phase = phase;
        this.size = size;
        this.random = new SplittableRandom(phase);
    }

    String id() {
        return id;
    }

    /** Everything of the run, in the order in which it would come. */
    void events(Consumer<SpecificRecord> out) {
        out.accept(control(run()));
        out.accept(control(slo()));
        for (int step = 0; step < size.steps(); step++) {
            step(step, out);
        }
    }

    private void step(int step, Consumer<SpecificRecord> out) {
        Map<Metric, LogHistogram> sketches = new EnumMap<>(Metric.class);
        METRICS.forEach(metric -> sketches.put(metric, new LogHistogram()));
        for (int n = 0; n < size.requests(); n++) {
            RequestEvent request = request(step, n, at(step, (long) n * 1000 / ReportBench.Size.PER_SECOND));
            if (request.getOutcome() == Outcome.OK) {
                METRICS.forEach(metric -> metric.nanos(request).ifPresent(of(sketches, metric)::add));
            }
            out.accept(request);
        }
        for (int second = 10; second <= size.stepSeconds(); second++) {
            windows(step, second, out);
        }
        out.accept(control(state(step)));
        out.accept(result(step, sketches));
    }

    private static LogHistogram of(Map<Metric, LogHistogram> sketches, Metric metric) {
        return Objects.requireNonNull(sketches.get(metric), metric.id());
    }

    private ControlEvent control(Object state) {
        return ControlEvent.newBuilder().setAt(START).setState(state).build();
    }

    private RunState run() {
        return RunState.newBuilder(Events.run(id, START.plusSeconds(phase)))
                .setExperiment("a million requests")
                .setPhase("phase " + phase)
                .setPlan("{}")
                .setStepCount(size.steps())
                .setEnded(at(size.steps(), 0))
                .setStatus(RunStatus.ENDED)
                .setPhaseConfig(Map.of("--max-num-seqs", String.valueOf(64 << phase)))
                .build();
    }

    private SloState slo() {
        SloState slo = Events.slo(OBJECTIVE, false);
        return SloState.newBuilder(slo)
                .setRun(id)
                .setObjective(ObjectiveState.newBuilder(slo.getObjective())
                        .setMetric(MetricName.TTFT_DUE)
                        .setLimitNanos(LIMIT_NANOS)
                        .setWindowSeconds(10)
                        .build())
                .setChanged(START)
                .build();
    }

    private StepState state(int step) {
        return StepState.newBuilder(Events.step(step))
                .setRun(id)
                .setLoad(load(step))
                .setDrawnRate(load(step))
                .setStarted(at(step, 0))
                .setMeasureFrom(at(step, 0))
                .setMeasureUntil(at(step + 1, 0))
                .setEnded(at(step + 1, 0))
                .setRequestsByLane(Map.of("a", (long) size.requests()))
                .build();
    }

    private void windows(int step, int second, Consumer<SpecificRecord> out) {
        for (Metric metric : METRICS) {
            long level = metric == Metric.TPOT ? 22 * MILLIS : 150L * (step + 1) * MILLIS;
            out.accept(Events.window(at(step, second * 1000L))
                    .setRun(id)
                    .setStep(step)
                    .setMetric(metric.event())
                    .setCount(500)
                    .setSumNanos(500 * level)
                    .setP50Nanos(level)
                    .setP90Nanos(level * 2)
                    .setP95Nanos(level * 2 + random.nextLong(level))
                    .setP99Nanos(level * 3 + random.nextLong(level))
                    .setSignals(signals(step))
                    .build());
        }
    }

    private Map<String, Double> signals(int step) {
        return Map.of(
                "engine.requests.running", 20.0 * (step + 1) + random.nextInt(5),
                "engine.requests.waiting", (double) random.nextInt(3),
                "engine.kv.usage_ratio", 0.1 * (step + 1) + random.nextDouble(0.05),
                "engine.preemptions", 0.0,
                "engine.prefix.hits", 900.0,
                "engine.prefix.queries", 1000.0,
                "engine.generation_tokens", 9000.0,
                "engine.prompt_tokens", 50_000.0,
                "gpu.util_ratio", 0.9,
                "gpu.power", 600.0 + random.nextInt(60));
    }

    private StepResult result(int step, Map<Metric, LogHistogram> sketches) {
        long failed = (size.requests() + NOT_OK_EVERY - 1L) / NOT_OK_EVERY;
        long ok = size.requests() - failed;
        return Events.result(Finality.FINAL, ok)
                .setRun(id)
                .setStep(step)
                .setExperiment("a million requests")
                .setPhase("phase " + phase)
                .setWorkloadHash("bb")
                .setLoad(load(step))
                .setMeasureFrom(at(step, 0))
                .setMeasureUntil(at(step + 1, 0))
                .setDue(size.requests())
                .setSent(size.requests())
                .setOutputTokens(220 * ok)
                .setPromptTokens(3000 * ok)
                .setOutcomes(Map.of("OK", ok, "HTTP_ERROR", failed))
                .setMetrics(METRICS.stream()
                        .map(metric -> metric(metric, of(sketches, metric)))
                        .toList())
                .setObjectives(List.of(judged(step, of(sketches, Metric.TTFT_DUE), size.requests())))
                .setVerdict(step < size.steps() - 1 ? Verdict.PASS : Verdict.FAIL)
                .setSignalMeans(signals(step))
                .setSignalMaxima(signals(step))
                .setRunStatus(RunStatus.ENDED)
                .build();
    }

    private ObjectiveResult judged(int step, LogHistogram values, long count) {
        double value = (double) values.quantile(0.95);
        return ObjectiveResult.newBuilder()
                .setObjective(OBJECTIVE)
                .setKind(ObjectiveKind.QUANTILE)
                .setMetric(MetricName.TTFT_DUE)
                .setQuantile(0.95)
                .setLimit(LIMIT_NANOS)
                .setVerdict(step < size.steps() - 1 ? Verdict.PASS : Verdict.FAIL)
                .setValue(value)
                .setLow(value * 0.98)
                .setHigh(value * 1.02)
                .setCount(count)
                .setBad(count / 100)
                .build();
    }

    private static MetricResult metric(Metric metric, LogHistogram values) {
        return MetricResult.newBuilder()
                .setMetric(metric.event())
                .setCount(values.count())
                .setSumNanos(values.sum())
                .setP50Nanos(values.quantile(0.5))
                .setP90Nanos(values.quantile(0.9))
                .setP95Nanos(values.quantile(0.95))
                .setP99Nanos(values.quantile(0.99))
                .setSketch(ByteBuffer.wrap(values.encode()))
                .build();
    }

    private static double load(int step) {
        return 10.0 * (step + 1);
    }

    private Instant at(int step, long millis) {
        return START.plusSeconds((long) step * (size.stepSeconds() + 30)).plusMillis(millis);
    }

    /** The {@code n}th of a step, from 0. */
    private RequestEvent request(int step, int n, Instant due) {
        long ttft = lognormal(150.0 * (step + 1));
        int tokens = 20 + random.nextInt(400);
        long last = ttft + tokens * lognormal(22);
        boolean ok = n % NOT_OK_EVERY != 0;
        return Events.request((long) step * size.requests() + n, 0)
                .setRun(id)
                .setStep(step)
                .setRequest("a-" + step + "-" + n)
                .setRequestClass("chat/turn-" + turn(n))
                .setConversation("c-" + n / TURNS)
                .setTurn(turn(n))
                .setDue(due)
                .setSentNanos(40_000L)
                .setFirstByteNanos(ttft)
                .setFirstRoleNanos(ttft)
                .setFirstContentNanos(ttft)
                .setFirstTokenNanos(ttft)
                .setLastTokenNanos(last)
                .setEndNanos(last + MILLIS)
                .setConnectionReused(true)
                .setHttpStatus(ok ? 200 : 503)
                .setOutcome(ok ? Outcome.OK : Outcome.HTTP_ERROR)
                .setErrorType(ok ? null : "ServiceUnavailable")
                .setFinishReason(FinishReason.STOP)
                .setPromptTokens(1000 * turn(n) + random.nextInt(500))
                .setCachedTokens(900 * turn(n))
                .setOutputTokens(tokens)
                .setTokenSource(TokenSource.USAGE)
                .setChunkCount(tokens)
                .setBytesReceived(200L * tokens)
                .setItlSketch(ByteBuffer.wrap(itl().encode()))
                .build();
    }

    private LogHistogram itl() {
        LogHistogram gaps = new LogHistogram();
        for (int gap = 0; gap < 20; gap++) {
            gaps.add(lognormal(22));
        }
        return gaps;
    }

    private static int turn(int n) {
        return n % TURNS + 1;
    }

    private long lognormal(double medianMillis) {
        return Math.round(medianMillis * MILLIS * Math.exp(0.4 * random.nextGaussian()));
    }
}
