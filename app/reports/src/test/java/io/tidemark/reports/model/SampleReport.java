package io.tidemark.reports.model;

import io.tidemark.analysis.objective.ObjectiveJudge;
import io.tidemark.analysis.objective.StepVerdict;
import io.tidemark.analysis.quantile.RankedValues;
import io.tidemark.events.BreachEnd;
import io.tidemark.events.BreachState;
import io.tidemark.events.Finality;
import io.tidemark.events.LoadKind;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.ObjectiveStanding;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.Outcome;
import io.tidemark.events.RunStatus;
import io.tidemark.events.Verdict;
import io.tidemark.reports.document.TerminalRenderer;
import io.tidemark.reports.output.ReportDocument;
import io.tidemark.reports.requests.RequestSummary;
import io.tidemark.reports.run.MeasuredRun;
import io.tidemark.reports.run.MeasuredStep;
import io.tidemark.reports.run.ServerInfo;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.Signal;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.read.BreachRow;
import io.tidemark.sinks.store.read.CorrelatedSignalRow;
import io.tidemark.sinks.store.read.WindowRow;
import io.tidemark.sinks.store.read.run.LostRunRow;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.run.RunNotes;
import io.tidemark.sinks.store.read.run.RunOrigin;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.read.run.SloRow;
import io.tidemark.sinks.store.read.run.TargetRow;
import io.tidemark.sinks.store.read.step.BudgetRow;
import io.tidemark.sinks.store.read.step.JudgementsRow;
import io.tidemark.sinks.store.read.step.MetricRow;
import io.tidemark.sinks.store.read.step.ObjectiveRow;
import io.tidemark.sinks.store.read.step.RequestTotalsRow;
import io.tidemark.sinks.store.read.step.StepCountsRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import io.tidemark.sinks.store.read.step.StepRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/**
 * Two phases of a server as they might be: the baseline saturates at about 30 requests per second, the tuned one at 60; latencies are
 * lognormal around a queue's mean, and above saturation the queue grows for as long as the step lasts.
 */
public final class SampleReport {
    public static final Instant START = Instant.parse("2026-11-20T14:00:00Z");
    static final double[] LOADS = {10, 20, 30, 60};

    private static final int REQUESTS = 300;
    private static final long MILLIS = 1_000_000;
    private static final long TTFT_LIMIT_NANOS = 250 * MILLIS;
    private static final long TPOT_LIMIT_NANOS = 40 * MILLIS;
    private static final double STEP_SECONDS = 30;

    private SampleReport() {}

    public static ReportModel twoPhases() {
        return new ReportModel(
                "H200 tuning",
                START.plusSeconds(400),
                List.of(
                        new PhaseReport("baseline", List.of(run("baseline", 28, RunStatus.ENDED))),
                        new PhaseReport("tuned", List.of(run("tuned", 62, RunStatus.ENDED)))));
    }

    /** What a terminal shows of a report. */
    public static String terminal(ReportModel model, TerminalRenderer.Colour colour) {
        return new TerminalRenderer(colour).of(ReportDocument.of(model));
    }

    public static ReportModel named(String experiment, String phase, RunStatus status) {
        return new ReportModel(
                experiment, START.plusSeconds(400), List.of(new PhaseReport(phase, List.of(run(phase, 30, status)))));
    }

    public static RunReport run(String phase, double saturation, RunStatus status) {
        TrustedEventClasses.trust();
        SplittableRandom random = new SplittableRandom(Math.round(saturation));
        List<StepReport> steps = new ArrayList<>();
        for (int step = 0; step < LOADS.length; step++) {
            steps.add(step(phase, step, LOADS[step] / saturation, random));
        }
        return new RunReport(
                measured(runRow(phase, status), slo(), steps, info()),
                details(steps),
                breaches(phase, saturation),
                Map.of(),
                windows(saturation, random));
    }

    /** A run of these steps without breaches and windows, whose server says nothing of itself. */
    static RunReport run(RunRow run, StepReport... steps) {
        List<StepReport> all = List.of(steps);
        return new RunReport(
                measured(run, List.of(), all, ServerInfo.NONE), details(all), List.of(), Map.of(), Map.of());
    }

    private static MeasuredRun measured(RunRow run, List<SloRow> slo, List<StepReport> steps, ServerInfo info) {
        return new MeasuredRun(
                run, slo, steps.stream().map(StepReport::measured).toList(), List.of(), info);
    }

    private static List<StepDetail> details(List<StepReport> steps) {
        return steps.stream().map(StepReport::detail).toList();
    }

    private static RunReport with(RunReport report, RunRow run, List<SloRow> slo, List<StepReport> steps) {
        return new RunReport(
                measured(run, slo, steps, report.measured().serverInfo()),
                details(steps),
                report.breaches(),
                report.breachExamples(),
                report.windows());
    }

    /** The same results as those of another run. */
    public static RunReport withRun(RunReport report, RunRow run) {
        return with(report, run, report.slo(), report.steps());
    }

    /** The same run with these breaches. */
    public static RunReport withBreaches(RunReport report, List<BreachRow> breaches) {
        return new RunReport(report.measured(), report.details(), breaches, report.breachExamples(), report.windows());
    }

    public static RunReport withWorkload(RunReport report, String workloadHash) {
        RunRow run = report.run();
        RunOrigin origin = run.origin();
        RunOrigin other = new RunOrigin(
                origin.planJson(),
                origin.planHash(),
                workloadHash,
                origin.seed(),
                origin.command(),
                origin.toolVersion(),
                origin.labels(),
                origin.phaseConfig());
        RunRow changed = new RunRow(
                run.key(),
                run.experiment(),
                run.phase(),
                run.started(),
                run.ended(),
                run.status(),
                run.invalidReasons(),
                run.targets(),
                run.lanes(),
                run.stepCount(),
                other,
                run.notes());
        return withRun(report, changed);
    }

    private static ServerInfo info() {
        return new ServerInfo(
                Map.of("vllm:cache_config_info.num_gpu_blocks", "25309", "vllm:cache_config_info.block_size", "16"));
    }

    private static RunRow runRow(String phase, RunStatus status) {
        return new RunRow(
                key(phase),
                "H200 tuning",
                phase,
                START,
                Optional.of(START.plusSeconds(130)),
                status,
                status == RunStatus.INVALID ? List.of("sent 64 % of its requests on time (limit 98 %)") : List.of(),
                List.of(new TargetRow(
                        "gpu-1", "http://gpu-1:8000", "llama-70b", List.of(), Optional.of("vLLM 0.14.1"))),
                List.of("0"),
                LOADS.length,
                new RunOrigin(
                        "{}",
                        "aa11bb22cc33dd44ee55",
                        "0123456789abcdef0123",
                        7,
                        "tidemark run plan.yaml --phase " + phase,
                        "0.1.0",
                        Map.of(),
                        Map.of(
                                "--max-num-seqs",
                                "baseline".equals(phase) ? "64" : "256",
                                "--gpu-memory-utilization",
                                "0.9")),
                RunNotes.NONE);
    }

    static RunKey key(String phase) {
        String id = "baseline".equals(phase) ? "01JD8Z6K3M5TQX9V2R7C0WHB4N" : "01JD8Z9P1Q7RSY3W5T8E2XJC6V";
        return new RunKey(new Team("perf"), id);
    }

    private static List<SloRow> slo() {
        return List.of(slo(Metric.TTFT_DUE, TTFT_LIMIT_NANOS, "250ms"), slo(Metric.TPOT, TPOT_LIMIT_NANOS, "40ms"));
    }

    private static SloRow slo(Metric metric, long limitNanos, String limit) {
        return new SloRow(
                metric.id() + " p95 < " + limit + " over 10s",
                ObjectiveKind.QUANTILE,
                Optional.of(metric),
                0.95,
                limitNanos,
                0,
                Map.of(),
                10,
                5,
                5,
                1,
                20,
                "all",
                SloRow.Alerting.DEFAULT);
    }

    /** The same run as one that fell silent. */
    public static RunReport lost(RunReport report, String reason) {
        RunRow run = report.run();
        RunRow lost = new RunRow(
                run.key(),
                run.experiment(),
                run.phase(),
                run.started(),
                Optional.empty(),
                RunStatus.RUNNING,
                run.invalidReasons(),
                run.targets(),
                run.lanes(),
                run.stepCount(),
                run.origin(),
                run.notes(),
                Optional.empty(),
                Optional.of(new LostRunRow(START.plusSeconds(60), START.plusSeconds(360), reason)));
        return withRun(report, lost);
    }

    /** The same run with these steps. */
    public static RunReport withSteps(RunReport report, List<StepReport> steps) {
        return with(report, report.run(), report.slo(), steps);
    }

    /** The same step as if some of its events had never come. */
    public static StepReport incomplete(StepReport step) {
        StepResultRow old = step.result();
        return with(step, Finality.INCOMPLETE, new Load(old.loadKind(), old.load(), old.drawnRate()), old.flags());
    }

    /** The same run with an objective on its share of good requests alone, which no step decides, and what its lanes say of each step. */
    public static RunReport withGoodRatio(RunReport report, String flag) {
        ObjectiveRow open =
                share("good(tpot <= 20ms) >= 90%", ObjectiveKind.GOOD_RATIO, Verdict.INCONCLUSIVE, 0.36, 0.1);
        SloRow good = new SloRow(
                open.objective(),
                open.kind(),
                Optional.empty(),
                0,
                0,
                open.limit(),
                Map.of(Metric.TPOT.event().name(), 20 * MILLIS),
                10,
                5,
                5,
                1,
                20,
                "all",
                SloRow.Alerting.DEFAULT);
        return with(
                report,
                report.run(),
                List.of(good),
                report.steps().stream()
                        .map(step -> withFlags(withObjectives(step, open), List.of(flag)))
                        .toList());
    }

    /** The same step with these verdicts on its objectives. */
    public static StepReport withObjectives(StepReport step, ObjectiveRow... objectives) {
        StepResultRow old = step.result();
        StepResultRow result = new StepResultRow(
                old.target(),
                old.requestClass(),
                old.experiment(),
                old.phase(),
                old.workloadHash(),
                old.finality(),
                old.loadKind(),
                old.load(),
                old.drawnRate(),
                old.measureFrom(),
                old.measureUntil(),
                old.counts(),
                old.scheduleLagP99Nanos(),
                old.inFlightPeak(),
                old.metrics(),
                List.of(objectives),
                StepVerdict.of(
                        Arrays.stream(objectives).map(ObjectiveRow::verdict).toList()),
                old.signalMeans(),
                old.signalMaxima(),
                old.breaches(),
                old.runStatus(),
                old.flags());
        return withResult(step, result);
    }

    /** The verdict on a share of bad requests: of {@code kind} ERROR_RATIO or GOOD_RATIO. */
    public static ObjectiveRow share(String objective, ObjectiveKind kind, Verdict verdict, double bad, double limit) {
        return new ObjectiveRow(
                objective,
                kind,
                Optional.empty(),
                0,
                limit,
                verdict,
                OptionalDouble.of(bad),
                OptionalDouble.of(bad * 0.9),
                OptionalDouble.of(bad * 1.1),
                REQUESTS,
                Math.round(bad * REQUESTS),
                OptionalLong.empty(),
                "",
                ObjectiveStanding.OK,
                BudgetRow.NONE,
                JudgementsRow.NONE);
    }

    /** The verdict on a latency that no request has. */
    public static ObjectiveRow withoutValues(Metric metric, JudgementsRow judgements) {
        return new ObjectiveRow(
                metric.id() + " p95 < 60ms",
                ObjectiveKind.QUANTILE,
                Optional.of(metric),
                0.95,
                60e6,
                Verdict.INCONCLUSIVE,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                0,
                0,
                OptionalLong.empty(),
                "",
                ObjectiveStanding.OK,
                BudgetRow.NONE,
                judgements);
    }

    /** The same step as if it had been driven by another load. */
    public static StepReport withLoad(StepReport step, LoadKind kind, double load) {
        StepResultRow old = step.result();
        return with(step, old.finality(), new Load(kind, load, OptionalDouble.empty()), old.flags());
    }

    /** The same step with what its lanes say of it. */
    public static StepReport withFlags(StepReport step, List<String> flags) {
        StepResultRow old = step.result();
        return with(step, old.finality(), new Load(old.loadKind(), old.load(), old.drawnRate()), flags);
    }

    private record Load(LoadKind kind, double level, OptionalDouble drawnRate) {}

    private static StepReport with(StepReport step, Finality finality, Load load, List<String> flags) {
        StepResultRow old = step.result();
        StepResultRow result = new StepResultRow(
                old.target(),
                old.requestClass(),
                old.experiment(),
                old.phase(),
                old.workloadHash(),
                finality,
                load.kind(),
                load.level(),
                load.drawnRate(),
                old.measureFrom(),
                old.measureUntil(),
                old.counts(),
                old.scheduleLagP99Nanos(),
                old.inFlightPeak(),
                old.metrics(),
                old.objectives(),
                old.verdict(),
                old.signalMeans(),
                old.signalMaxima(),
                old.breaches(),
                old.runStatus(),
                flags);
        return withResult(step, result);
    }

    private static StepReport step(String phase, int step, double busy, SplittableRandom random) {
        long[] ttft = ttft(busy, random);
        long[] tpot = tpot(busy, random);
        long[] e2e = LongStream.range(0, ttft.length)
                .map(i -> ttft[(int) i] + 100 * tpot[(int) i])
                .sorted()
                .toArray();
        long failed = busy > 2 ? 4 : 0;
        List<ObjectiveRow> objectives = List.of(judged(slo().get(0), ttft, failed), judged(slo().get(1), tpot, failed));
        Map<Metric, List<Long>> distributions =
                Map.of(Metric.TTFT_DUE, exact(ttft), Metric.TPOT, exact(tpot), Metric.E2E, exact(e2e));
        Map<Metric, MetricRow> metrics = new EnumMap<>(Metric.class);
        distributions.forEach((metric, values) -> metrics.put(metric, metric(metric, values)));
        StepResultRow result = result(phase, step, failed, metrics, objectives);
        return step(new StepRow(key(phase), step, Optional.empty(), List.of(result)), detail(distributions));
    }

    /** A step that Tidemark measured. */
    static StepReport step(StepRow row, StepDetail detail) {
        return new StepReport(new MeasuredStep(row, Optional.empty()), detail);
    }

    /** The same step with another result. */
    static StepReport withResult(StepReport step, StepResultRow result) {
        StepRow row = step.measured().row();
        return step(new StepRow(row.run(), row.step(), row.state(), List.of(result)), step.detail());
    }

    private static StepDetail detail(Map<Metric, List<Long>> distributions) {
        Map<Metric, RankedValues> values = new EnumMap<>(Metric.class);
        distributions.forEach((metric, exact) -> values.put(
                metric,
                RankedValues.sorted(exact.stream().mapToLong(Long::longValue).toArray())));
        RequestSummary digest = new RequestSummary(
                values, Map.of(), List.of(), List.of(), RequestTotalsRow.NONE, OptionalLong.empty(), Map.of());
        return new StepDetail(List.of(), List.of(), List.of(), List.of(), digest);
    }

    private static StepResultRow result(
            String phase, int step, long failed, Map<Metric, MetricRow> metrics, List<ObjectiveRow> objectives) {
        Instant from = START.plusMillis((long) (step * STEP_SECONDS * 1000) + 3000);
        double seconds = REQUESTS / LOADS[step];
        return new StepResultRow(
                "gpu-1",
                "all",
                "H200 tuning",
                phase,
                "0123456789abcdef0123",
                Finality.FINAL,
                LoadKind.RATE,
                LOADS[step],
                OptionalDouble.of(LOADS[step] * 1.01),
                from,
                Optional.of(from.plusMillis((long) (seconds * 1000))),
                new StepCountsRow(
                        REQUESTS + failed,
                        REQUESTS + failed,
                        REQUESTS,
                        failed == 0
                                ? Map.of(Outcome.OK, (long) REQUESTS)
                                : Map.of(Outcome.OK, (long) REQUESTS, Outcome.STREAM_CUT, failed),
                        REQUESTS * 512L,
                        REQUESTS * 101L),
                OptionalLong.of(400_000),
                OptionalInt.of(40),
                metrics,
                objectives,
                StepVerdict.of(objectives.stream().map(ObjectiveRow::verdict).toList()),
                Map.of(
                        "engine.requests.running",
                        22.07,
                        "gpu.util_ratio",
                        0.98,
                        "gpu.power",
                        530.42,
                        "gpu.mem_used",
                        127.0 * (1L << 30)),
                Map.of(
                        "engine.requests.running",
                        33.0,
                        "gpu.util_ratio",
                        1.0,
                        "gpu.power",
                        609.8,
                        "gpu.mem_used",
                        127.0 * (1L << 30)),
                0,
                RunStatus.ENDED,
                List.of());
    }

    private static List<Long> exact(long[] sorted) {
        return Arrays.stream(sorted).boxed().toList();
    }

    private static MetricRow metric(Metric metric, List<Long> values) {
        LogHistogram sketch = new LogHistogram();
        values.forEach(sketch::add);
        return new MetricRow(
                metric,
                sketch.count(),
                sketch.sum(),
                sketch.min(),
                sketch.max(),
                OptionalLong.of(sketch.quantile(0.5)),
                OptionalLong.of(sketch.quantile(0.9)),
                OptionalLong.of(sketch.quantile(0.95)),
                OptionalLong.of(sketch.quantile(0.99)),
                sketch);
    }

    /** Waiting grows as 1 / (1 - busy), and without end once busy reaches 1. */
    private static long[] ttft(double busy, SplittableRandom random) {
        double meanMillis = busy < 0.95 ? 60 + 25 / (1 - busy) : 1_500 * busy;
        return lognormal(meanMillis, 0.35, random);
    }

    private static long[] tpot(double busy, SplittableRandom random) {
        return lognormal(14 + 14 * Math.min(busy, 1.3), 0.12, random);
    }

    private static long[] lognormal(double medianMillis, double sigma, SplittableRandom random) {
        return LongStream.range(0, REQUESTS)
                .map(i -> Math.round(medianMillis * MILLIS * Math.exp(sigma * random.nextGaussian())))
                .sorted()
                .toArray();
    }

    private static ObjectiveRow judged(SloRow slo, long[] sorted, long failed) {
        long bad = failed
                + Arrays.stream(sorted)
                        .filter(nanos -> nanos > slo.limitNanos())
                        .count();
        ObjectiveState state = ObjectiveState.newBuilder()
                .setName(slo.name())
                .setKind(slo.kind())
                .setMetric(slo.metric().orElseThrow().event())
                .setQuantile(slo.quantile())
                .setLimitNanos(slo.limitNanos())
                .build();
        return row(slo, ObjectiveJudge.quantile(state, bad, RankedValues.sorted(sorted), failed));
    }

    private static ObjectiveRow row(SloRow slo, ObjectiveResult result) {
        return new ObjectiveRow(
                result.getObjective(),
                result.getKind(),
                slo.metric(),
                result.getQuantile(),
                result.getLimit(),
                result.getVerdict(),
                optional(result.getValue()),
                optional(result.getLow()),
                optional(result.getHigh()),
                result.getCount(),
                result.getBad(),
                result.getNeededRequests() == null ? OptionalLong.empty() : OptionalLong.of(result.getNeededRequests()),
                result.getBasis(),
                ObjectiveStanding.OK,
                BudgetRow.NONE,
                JudgementsRow.NONE);
    }

    private static OptionalDouble optional(Double value) {
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    private static List<BreachRow> breaches(String phase, double saturation) {
        int step = saturation < 40 ? 2 : 3;
        Instant opened = START.plusMillis((long) (step * STEP_SECONDS * 1000) + 8000);
        return List.of(new BreachRow(
                phase + "-ttft",
                key(phase),
                step,
                "gpu-1",
                "all",
                "ttft_due p95 < 250ms over 10s",
                Optional.of(Metric.TTFT_DUE),
                BreachState.CLOSED,
                Finality.FINAL,
                opened,
                opened.plusSeconds(14),
                Optional.of(opened.plusSeconds(14)),
                TTFT_LIMIT_NANOS,
                300 * MILLIS,
                2_100 * MILLIS,
                180,
                10,
                List.of(
                        new CorrelatedSignalRow(Signal.WAITING.id(), 0.2, 41, 12.1),
                        new CorrelatedSignalRow(Signal.KV_USAGE.id(), 0.31, 0.88, 6.3)),
                new BreachRow.Remarks(
                        "p95 of ttft_due over 10 s is 300 ms, limit 250 ms: 12 of 180 are worse.",
                        "Moved with it: queue length 0.2 -> 41 requests; KV cache use 31 -> 88 %.",
                        false,
                        false,
                        "",
                        BreachEnd.CLEARED)));
    }

    private static Map<Metric, List<WindowRow>> windows(double saturation, SplittableRandom random) {
        Map<Metric, List<WindowRow>> windows = new EnumMap<>(Metric.class);
        windows.put(Metric.TTFT_DUE, windows(Metric.TTFT_DUE, saturation, random));
        windows.put(Metric.TPOT, windows(Metric.TPOT, saturation, random));
        return windows;
    }

    private static List<WindowRow> windows(Metric metric, double saturation, SplittableRandom random) {
        List<WindowRow> points = new ArrayList<>();
        for (int second = 4; second < STEP_SECONDS * LOADS.length; second++) {
            int step = (int) (second / STEP_SECONDS);
            double into = second - step * STEP_SECONDS;
            if (into >= 3 && into < 28) {
                points.add(window(metric, step, second, LOADS[step] / saturation, into, random));
            }
        }
        return points;
    }

    private static WindowRow window(
            Metric metric, int step, int second, double busy, double into, SplittableRandom random) {
        double queue = Math.max(0, busy - 0.95) * into * 9;
        double median = metric == Metric.TTFT_DUE ? 90 + queue * 14 : 14 + 14 * Math.min(busy, 1.3);
        long p95 = Math.round(median * MILLIS * (1.5 + 0.2 * random.nextDouble()));
        long p99 = Math.round(p95 * (1.15 + 0.3 * random.nextDouble()));
        return new WindowRow(
                step,
                "gpu-1",
                metric,
                10,
                START.plusSeconds(second),
                Finality.FINAL,
                200,
                OptionalLong.of(Math.round(median * MILLIS)),
                OptionalLong.of(p95 - MILLIS),
                OptionalLong.of(p95),
                OptionalLong.of(p99),
                OptionalLong.of(p99 + MILLIS),
                200,
                0,
                20_000,
                (int) (busy * 40),
                Map.of(
                        Signal.WAITING.id(),
                        Math.floor(queue),
                        Signal.RUNNING.id(),
                        Math.min(64, Math.floor(busy * 60)),
                        Signal.KV_USAGE.id(),
                        Math.min(0.98, 0.1 + busy * 0.5)),
                OptionalLong.of(400));
    }
}
