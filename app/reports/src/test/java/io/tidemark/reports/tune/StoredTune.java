package io.tidemark.reports.tune;

import io.tidemark.events.Finality;
import io.tidemark.events.LoadKind;
import io.tidemark.events.MetricResult;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.StepResult;
import io.tidemark.events.TrialState;
import io.tidemark.events.TrialStatus;
import io.tidemark.events.TuneActivity;
import io.tidemark.events.TuneState;
import io.tidemark.events.Verdict;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.reports.document.Document;
import io.tidemark.reports.document.MarkdownRenderer;
import io.tidemark.reports.tune.document.TuneDocument;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.WriteBatch;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.ImportRow;
import io.tidemark.sinks.store.read.run.QualityRow;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.sqlite.SqliteStore;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecord;

/**
 * A tune in a SQLite store. A server of capacity c answers load L with a TTFT of 100 (1 + L / c) ms and a TPOT of 20 (1 + L / c) ms, and breaks its SLO
 * above c; then 37 requests wait instead of 0.4. Each is measured at 2, 4 and 8 req/s for 500 s, with answers of 200 tokens. The starts of one
 * block are off by the same factor.
 */
public final class StoredTune implements AutoCloseable {
    public static final Team TEAM = new Team("perf");
    public static final String ID = "01KB0TUNE000000000000000AA";
    public static final Instant START = Instant.parse("2026-11-20T14:00:00Z");

    private static final List<Double> LOADS = List.of(2.0, 4.0, 8.0);
    private static final double[] BLOCK_FACTORS = {0.98, 1.0, 1.02, 0.99, 1.01};
    private static final double MILLIS = 1e6;
    private static final int SECONDS = 500;
    private static final int ANSWER_TOKENS = 200;

    private final ResultStore store;
    private int number;
    private boolean withSignals = true;
    private double driftPerStart;
    private String purpose = "sweep";
    private OptionalDouble quality = OptionalDouble.empty();
    private Map<String, String> moreFacts = Map.of();
    private boolean upperEndsAlone;
    private boolean withoutRanges;

    public StoredTune(Path file) {
        TrustedEventClasses.trust();
        this.store = SqliteStore.open(file);
    }

    /** The tune's own state; flags are as the given change says. */
    public StoredTune tune(UnaryOperator<TuneState.Builder> change) {
        write(change.apply(TuneState.newBuilder()
                        .setTune(ID)
                        .setExperiment("night tune")
                        .setTarget("http://gpu-1:8000")
                        .setTuner("host-1/4711")
                        .setMode("sweep")
                        .setObjective("every combination is measured")
                        .setStarted(START)
                        .setActivity(TuneActivity.FINISHED)
                        .setDescription("all starts are over")
                        .setDefaultPhase("default"))
                .build());
        return this;
    }

    StoredTune withoutSignals() {
        withSignals = false;
        return this;
    }

    StoredTune slowerByStart(double share) {
        driftPerStart = share;
        return this;
    }

    /** Of the starts that follow: 100 items, a standard error of 4 points. */
    StoredTune quality(double value) {
        quality = OptionalDouble.of(value);
        return this;
    }

    /** Of the starts that follow. */
    StoredTune facts(Map<String, String> more) {
        moreFacts = more;
        return this;
    }

    StoredTune purpose(String other) {
        purpose = other;
        return this;
    }

    /** Searches from now on know at which load a server fails, and none that it holds. */
    StoredTune withUpperEndsAlone() {
        upperEndsAlone = true;
        return this;
    }

    /** The journal has no loads that are held or failed from now on, as that of a sweep: the verdicts of its steps tell. */
    StoredTune withoutRanges() {
        withoutRanges = true;
        return this;
    }

    /** The default, mns128 (1.4 x), mns16 (0.5 x) and gmu0.99, which runs out of memory: five blocks, every second one reversed. */
    public StoredTune fourConfigurations() {
        for (int block = 1; block <= BLOCK_FACTORS.length; block++) {
            List<Runnable> starts = new ArrayList<>();
            int of = block;
            starts.add(() -> measured(of, "default", Map.of(), 4));
            starts.add(() -> measured(of, "mns128", Map.of("max-num-seqs", "128"), 5.6));
            starts.add(() -> measured(of, "mns16", Map.of("max-num-seqs", "16"), 2));
            if (block == 1) {
                starts.add(() -> infeasible(
                        "gmu0.99",
                        Map.of("gpu-memory-utilization", "0.99"),
                        "OUT_OF_MEMORY",
                        "INFO starting",
                        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB",
                        "<script>alert('x')</script> | **bold**"));
            }
            if (block % 2 == 0) {
                Collections.reverse(starts);
            }
            starts.forEach(Runnable::run);
        }
        return this;
    }

    /**
     * Two configurations in so many blocks, each under two loads: under {@code output_len=10} both hold more and the same, under {@code output_len=900}
     * the one with 16 sequences holds twice as much as the default.
     */
    StoredTune underTwoLoads(int blocks) {
        tune(tune -> tune.setDefaultPhase("default_light"));
        Map<String, String> none = Map.of("max-num-seqs", "default");
        Map<String, String> sixteen = Map.of("max-num-seqs", "16");
        for (int block = 1; block <= blocks; block++) {
            facts(Map.of("load", "output_len=10")).measured(block, "default_light", none, 5.6);
            measured(block, "mns16_light", sixteen, 5.6);
            facts(Map.of("load", "output_len=900")).measured(block, "default_heavy", none, 2);
            measured(block, "mns16_heavy", sixteen, 4);
        }
        return this;
    }

    /** A start that was measured. */
    public StoredTune measured(int block, String phase, Map<String, String> flags, double nominal) {
        Instant at = next();
        double capacity =
                nominal * BLOCK_FACTORS[(block - 1) % BLOCK_FACTORS.length] * Math.pow(1 - driftPerStart, number - 1);
        String run = "01KB0RUN000000000000000%03d".formatted(number);
        run(run, at, phase, flags, capacity);
        List<String> runs = new ArrayList<>(List.of(run));
        quality.ifPresent(value -> runs.add(imported(at, phase, value)));
        Map<String, String> facts = new HashMap<>(Map.of("version", "0.14.1", "kv_capacity_tokens", "404944"));
        facts.putAll(moreFacts);
        write(trial(at, block, phase, flags)
                .setStatus(TrialStatus.MEASURED)
                .setRuns(runs)
                .setFacts(facts)
                .setStartupSeconds(42.5)
                .setFirstRequestSeconds(0.9)
                .setHeldUpTo(upperEndsAlone || withoutRanges ? null : Double.valueOf(capacity))
                .setFailsFrom(withoutRanges ? null : Double.valueOf(capacity * 1.05))
                .setEnded(at.plusSeconds(1_600))
                .build());
        return this;
    }

    /** A start that failed. */
    public StoredTune infeasible(String phase, Map<String, String> flags, String failure, String... lastLines) {
        Instant at = next();
        write(trial(at, 1, phase, flags)
                .setStatus(TrialStatus.INFEASIBLE)
                .setFailure(failure)
                .setDescription("the server ended before it was ready")
                .setLastLines(List.of(lastLines))
                .setEnded(at.plusSeconds(20))
                .build());
        return this;
    }

    StoredTune going(String phase, Map<String, String> flags, TrialStatus status) {
        write(trial(next(), 1, phase, flags).setStatus(status).build());
        return this;
    }

    ResultReader reader() {
        return store.reader();
    }

    public TuneReport report() {
        try (ResultReader reader = store.reader()) {
            return new TuneReportReader(reader).read(reader.tunes().get(0), START.plus(Duration.ofHours(12)));
        }
    }

    /** The report's Markdown. */
    public String markdown() {
        Document document = TuneDocument.of(report());
        return MarkdownRenderer.of(document);
    }

    private Instant next() {
        return START.plus(Duration.ofMinutes(30L * number++));
    }

    private TrialState.Builder trial(Instant at, int block, String phase, Map<String, String> flags) {
        StringBuilder command = new StringBuilder("vllm serve llama --port 8000");
        flags.forEach(
                (flag, value) -> command.append(" --").append(flag).append(' ').append(value));
        return TrialState.newBuilder()
                .setTune(ID)
                .setNumber(number)
                .setBlock(block)
                .setPurpose(purpose)
                .setExperiment("night tune")
                .setPhase(phase)
                .setFlags(flags)
                .setCommand(command.toString())
                .setLog("/tmp/starts/" + number + ".log")
                .setStarted(at);
    }

    private void run(String run, Instant at, String phase, Map<String, String> flags, double capacity) {
        write(RunState.newBuilder(Events.run(run, at))
                .setExperiment("night tune")
                .setPhase(phase)
                .setPhaseConfig(flags)
                .setLabels(Map.of("tune", ID, "tune.start", String.valueOf(number)))
                .setEnded(at.plusSeconds(1_600))
                .setStatus(RunStatus.ENDED)
                .build());
        for (int step = 0; step < LOADS.size(); step++) {
            store(result(run, step, at, phase, capacity));
        }
    }

    /** What an imported result of lm-evaluation-harness is; its date, an hour before the run, tells nothing of its order. */
    private String imported(Instant at, String phase, double value) {
        String run = "01KB0AFTER0000000000000%03d".formatted(number);
        RunState state = RunState.newBuilder(Events.run(run, at.minusSeconds(3_600)))
                .setExperiment("night tune")
                .setPhase(phase)
                .setEnded(at)
                .setStatus(RunStatus.ENDED)
                .build();
        QualityRow row = new QualityRow(
                new RunKey(TEAM, run),
                "gsm8k_cot",
                "exact_match",
                "",
                value,
                OptionalDouble.of(0.04),
                OptionalLong.of(100),
                Optional.of(true));
        ImportRow mark = new ImportRow("lm-evaluation-harness", "0.4.9", "lm-eval", List.of(), Map.of(), List.of());
        store.write(new WriteBatch(
                List.of(new StoreChange.ImportedRun(TEAM, START, state, mark, List.of(row))), List.of()));
        return run;
    }

    private StepResult result(String run, int step, Instant at, String phase, double capacity) {
        double load = LOADS.get(step);
        boolean holds = load <= capacity;
        Instant from = at.plusSeconds(500L * step);
        long due = Math.round(load * SECONDS);
        return StepResult.newBuilder()
                .setRun(run)
                .setStep(step)
                .setExperiment("night tune")
                .setPhase(phase)
                .setTarget("gpu")
                .setFinality(Finality.FINAL)
                .setLoadKind(LoadKind.RATE)
                .setLoad(load)
                .setMeasureFrom(from)
                .setMeasureUntil(from.plusSeconds(SECONDS))
                .setDue(due)
                .setSent(due)
                .setOk(due)
                .setOutputTokens(due * ANSWER_TOKENS)
                .setMetrics(List.of(
                        metric(Metric.TTFT, due, 100 * (1 + load / capacity)),
                        metric(Metric.TPOT, due, 20 * (1 + load / capacity))))
                .setObjectives(List.of(ObjectiveResult.newBuilder()
                        .setObjective("ttft p99 < 200ms")
                        .setKind(ObjectiveKind.QUANTILE)
                        .setMetric(Metric.TTFT.event())
                        .setQuantile(0.99)
                        .setLimit(200 * MILLIS)
                        .setVerdict(holds ? Verdict.PASS : Verdict.FAIL)
                        .setCount(due)
                        .setBad(holds ? 0 : due)
                        .build()))
                .setVerdict(holds ? Verdict.PASS : Verdict.FAIL)
                .setSignalMeans(withSignals ? signals(load, capacity) : Map.of())
                .build();
    }

    private static Map<String, Double> signals(double load, double capacity) {
        Map<String, Double> means = new HashMap<>();
        means.put("engine.requests.waiting", load > capacity ? 37.0 : 0.4);
        means.put("engine.requests.running", 10 * Math.min(load, capacity));
        means.put("engine.kv.usage_ratio", 0.3);
        means.put("engine.prefix.queries", 200 * load);
        means.put("engine.prefix.hits", 50 * load);
        return means;
    }

    private static MetricResult metric(Metric metric, long count, double millis) {
        LogHistogram sketch = new LogHistogram();
        for (int i = 0; i < count; i++) {
            sketch.add(Math.round(millis * MILLIS));
        }
        return MetricResult.newBuilder()
                .setMetric(metric.event())
                .setCount(sketch.count())
                .setSumNanos(sketch.sum())
                .setP50Nanos(sketch.quantile(0.5))
                .setP95Nanos(sketch.quantile(0.95))
                .setP99Nanos(sketch.quantile(0.99))
                .setSketch(ByteBuffer.wrap(sketch.encode()))
                .build();
    }

    private void write(SpecificRecord state) {
        store(Events.control(START, state));
    }

    private void store(SpecificRecord event) {
        store.write(new WriteBatch(List.of(new StoreChange.StoredEvent(TEAM, START, event)), List.of()));
    }

    @Override
    public void close() {
        store.close();
    }
}
