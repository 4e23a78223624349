package io.tidemark.reports.model;

import io.tidemark.events.Finality;
import io.tidemark.events.LoadKind;
import io.tidemark.events.Outcome;
import io.tidemark.events.RunStatus;
import io.tidemark.events.TokenSource;
import io.tidemark.events.Verdict;
import io.tidemark.reports.requests.RequestSummary;
import io.tidemark.schemas.FigureDoubt;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.read.run.CalibrationRow;
import io.tidemark.sinks.store.read.run.PublishingRow;
import io.tidemark.sinks.store.read.run.RunNotes;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.read.step.CacheShareRow;
import io.tidemark.sinks.store.read.step.ErrorRow;
import io.tidemark.sinks.store.read.step.LoadRow;
import io.tidemark.sinks.store.read.step.MetricRow;
import io.tidemark.sinks.store.read.step.RequestTotalsRow;
import io.tidemark.sinks.store.read.step.StepCountsRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import io.tidemark.sinks.store.read.step.StepRow;
import io.tidemark.sinks.store.read.step.StepStateRow;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** A run of two steps, 8 and 32 concurrent, that says all that a run can say of itself. */
public final class AnnotatedSampleReport {
    private static final long MILLIS = 1_000_000;
    /** A minute before the last request of a step had ended. */
    private static final Instant MEASURE_FROM = SampleReport.START.plusSeconds(2);

    private static final CalibrationRow CALIBRATION =
            new CalibrationRow(SampleReport.START, 32, 640, 210_000, 310_000, 86, 50_000, 220_000, 860, 1_100_000);

    private AnnotatedSampleReport() {}

    public static ReportModel streamed() {
        return model(List.of(Metric.TTFT, Metric.TTFT_DUE, Metric.TPOT, Metric.E2E));
    }

    public static ReportModel notStreamed() {
        return model(List.of(Metric.E2E));
    }

    /** A proxy held back the answers of its second step. */
    static ReportModel heldBack() {
        return model(
                List.of(Metric.TTFT, Metric.TTFT_DUE, Metric.TPOT, Metric.E2E),
                List.of(FigureDoubt.HELD_BACK.sentence(98, 98)));
    }

    private static ReportModel model(List<Metric> metrics) {
        return model(metrics, List.of());
    }

    private static ReportModel model(List<Metric> metrics, List<String> flags) {
        RunReport run = SampleReport.run(
                row(SampleReport.run("tuned", 62, RunStatus.ENDED).run()),
                step(0, 8, metrics, List.of()),
                step(1, 32, metrics, flags));
        return new ReportModel(
                "support chat", SampleReport.START.plusSeconds(400), List.of(new PhaseReport("tuned", List.of(run))));
    }

    private static RunRow row(RunRow run) {
        return new RunRow(
                run.key(),
                run.experiment(),
                run.phase(),
                run.started(),
                run.ended(),
                run.status(),
                List.of(),
                run.targets(),
                List.of("worker-1", "worker-2"),
                2,
                run.origin(),
                new RunNotes(
                        Optional.of(CALIBRATION),
                        "server /tokenize",
                        List.of("mt-bench.jsonl has 80 prompts for 600 requests, so they come over again"),
                        OptionalLong.of(11_200 * MILLIS),
                        OptionalLong.of(12_100 * MILLIS),
                        OptionalLong.of(0),
                        Optional.empty(),
                        Optional.empty(),
                        new PublishingRow(
                                OptionalLong.of(-300_000),
                                OptionalLong.of(900_000),
                                OptionalLong.of(1_200),
                                OptionalLong.of(7),
                                OptionalLong.of(0))));
    }

    private static StepReport step(int number, int concurrent, List<Metric> metrics, List<String> flags) {
        StepResultRow all = result(concurrent, RequestClass.ALL, metrics, flags);
        List<StepResultRow> classes = List.of(
                result(concurrent, "chat/turn-1", metrics, List.of()),
                result(concurrent, RequestClass.cached("chat"), metrics, List.of()),
                result(concurrent, RequestClass.FIRST_REQUEST, metrics, List.of()));
        RequestTotalsRow facts = number == 0
                ? new RequestTotalsRow(Map.of(TokenSource.USAGE, 98L), 0, 0, List.of())
                : new RequestTotalsRow(
                        Map.of(TokenSource.USAGE, 90L, TokenSource.CHUNK_ESTIMATE, 8L),
                        3,
                        5,
                        List.of(new ErrorRow(
                                Outcome.STREAM_CUT,
                                OptionalInt.of(200),
                                Optional.of("connection reset"),
                                Optional.empty(),
                                Optional.empty(),
                                2)));
        return SampleReport.step(
                new StepRow(SampleReport.key("tuned"), number, Optional.of(state(number, concurrent)), List.of(all)),
                new StepDetail(classes, List.of(), List.of(), List.of(), digest(facts)));
    }

    private static RequestSummary digest(RequestTotalsRow facts) {
        return new RequestSummary(Map.of(), Map.of(), List.of(), List.of(), facts, OptionalLong.empty(), Map.of());
    }

    private static StepStateRow state(int number, int concurrent) {
        return new StepStateRow(
                "gpu-1",
                LoadKind.CONCURRENCY,
                concurrent,
                "concurrency",
                OptionalDouble.empty(),
                SampleReport.START,
                MEASURE_FROM,
                Optional.of(SampleReport.START.plusSeconds(60)),
                Optional.of(SampleReport.START.plusSeconds(62)),
                Map.of("worker-1", 100L),
                Map.of("worker-1", 100L),
                100,
                0,
                OptionalLong.of(400_000),
                OptionalInt.of(concurrent),
                new CacheShareRow(
                        OptionalDouble.of(0.5), OptionalDouble.of(number == 0 ? 0.52 : 0.92), "usage", "HTTP 404"),
                new LoadRow(
                        OptionalInt.empty(),
                        OptionalDouble.of(1.95),
                        40,
                        2,
                        0,
                        124,
                        12_400,
                        OptionalDouble.of(350),
                        TokenSource.USAGE,
                        Optional.of(new LoadRow.Steady(
                                SampleReport.START.plusSeconds(5), SampleReport.START.plusSeconds(55), 110, 11_000))),
                number == 0 ? List.of() : List.of("prompt tokens from a prefix cache were 92 %, the plan has 50 %"));
    }

    private static StepResultRow result(int concurrent, String requestClass, List<Metric> metrics, List<String> flags) {
        return new StepResultRow(
                "gpu-1",
                requestClass,
                "support chat",
                "tuned",
                "0123456789abcdef0123",
                Finality.FINAL,
                LoadKind.CONCURRENCY,
                concurrent,
                OptionalDouble.empty(),
                MEASURE_FROM,
                Optional.of(SampleReport.START.plusSeconds(60)),
                new StepCountsRow(100, 100, 98, Map.of(Outcome.OK, 98L, Outcome.STREAM_CUT, 2L), 51_200, 9_800),
                OptionalLong.of(400_000),
                OptionalInt.of(concurrent),
                metrics.stream().collect(Collectors.toMap(metric -> metric, metric -> values(metric, concurrent))),
                List.of(),
                Verdict.UNKNOWN,
                Map.of(),
                Map.of(),
                0,
                RunStatus.ENDED,
                concurrent == 32
                        ? Stream.concat(
                                        Stream.of(
                                                "server signals are incomplete: the last scrape was 9 s before the end"),
                                        flags.stream())
                                .toList()
                        : List.of());
    }

    /** 1 to 98 times the level in milliseconds: p50 is 49 of it, p95 is 94, p99 is 98. */
    private static MetricRow values(Metric metric, long level) {
        LogHistogram sketch = new LogHistogram();
        LongStream.rangeClosed(1, 98).forEach(i -> sketch.add(i * level * MILLIS));
        return new MetricRow(
                metric,
                98,
                sketch.sum(),
                OptionalLong.of(level * MILLIS),
                OptionalLong.of(98 * level * MILLIS),
                OptionalLong.of(49 * level * MILLIS),
                OptionalLong.of(89 * level * MILLIS),
                OptionalLong.of(94 * level * MILLIS),
                OptionalLong.of(98 * level * MILLIS),
                sketch);
    }
}
