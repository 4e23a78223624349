package io.tidemark.app.transfer;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.primitives.ImmutableDoubleArray;
import io.tidemark.events.LoadKind;
import io.tidemark.importers.vllm.bench.BenchReport;
import io.tidemark.importers.vllm.bench.BenchRequest;
import io.tidemark.importers.vllm.bench.BenchSetup;
import io.tidemark.importers.vllm.bench.BenchmarkAggregates;
import io.tidemark.importers.vllm.bench.MetricSelection;
import io.tidemark.importers.vllm.bench.PeakConcurrencyRule;
import io.tidemark.importers.vllm.bench.ResultJsonWriter;
import io.tidemark.importers.vllm.bench.VllmBenchMetric;
import io.tidemark.importers.vllm.bench.VllmGoodputLimits;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.StepNumber;
import io.tidemark.sinks.store.read.step.MetricRow;
import io.tidemark.sinks.store.read.step.StepCountsRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A step as {@code vllm bench serve --save-result --save-detailed} would have written it, as far as the store knows it: gaps between
 * chunks are stored as a sketch only, so {@code itls} is left out, and so are texts. TTFT is ours: a role chunk does not end it.
 */
final class VllmResultExport {
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);
    private static final List<Double> PERCENTILES = List.of(50.0, 90.0, 95.0, 99.0);
    private static final Set<VllmBenchMetric> METRICS =
            Set.of(VllmBenchMetric.TTFT, VllmBenchMetric.TPOT, VllmBenchMetric.E2EL);
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;

    /** What else vllm bench serve writes under such names: it is kept of an imported result and goes out as it came. */
    private static final Pattern OWN_FIGURE =
            Pattern.compile("(?:std|p[0-9.]+)_[a-z0-9_]+_ms|request_goodput|(?:request|output|total_token)_throughput"
                    + "|max_output_tokens_per_s|max_concurrent_requests|spec_decode_.*");

    private static final String PEAK = "max_concurrent_requests";

    private final ExportedStep step;
    private final StepResultRow result;

    private VllmResultExport(ExportedStep step) {
        this.step = step;
        this.result = step.result();
    }

    static ObjectNode of(ExportedStep step) {
        VllmResultExport file = new VllmResultExport(step);
        return step.requests().isEmpty() ? file.ofFigures() : file.ofRequests();
    }

    private ObjectNode ofRequests() {
        List<BenchRequest> requests =
                step.requests().stream().map(this::request).toList();
        VllmGoodputLimits none = VllmGoodputLimits.of(List.of());
        BenchmarkAggregates figures = BenchmarkAggregates.of(
                requests, new BenchmarkAggregates.Parameters(step.seconds(), none, PeakConcurrencyRule.EXACT));
        BenchReport report = new BenchReport(
                setup(),
                new MetricSelection(METRICS, PERCENTILES),
                none,
                requests,
                figures,
                List.of(),
                Optional.empty());
        ObjectNode json = ResultJsonWriter.of(report, ResultJsonWriter.Detail.DETAILED);
        json.remove(List.of("itls", "generated_texts", "max_output_tokens_per_s"));
        metric(json, "itl", Metric.ITL);
        step.run().imported().ifPresent(imported -> ownPeak(json));
        return json;
    }

    /** For another tool's requests the exact number in flight is unknown, but for what its file gives. */
    private void ownPeak(ObjectNode json) {
        json.remove(PEAK);
        Optional.ofNullable(step.importedValues().get(PEAK)).ifPresent(peak -> json.put(PEAK, peak));
    }

    private BenchRequest request(ExportedRequest request) {
        double start = Duration.between(result.measureFrom(), request.sent()).toNanos() / NANOS_PER_SECOND;
        double queue = seconds(request, Metric.QUEUE_TIME);
        int prompt = request.tokens().prompt().orElse(0);
        if (!request.isOk()) {
            String error = request.errorText().or(request::error).orElse("failed");
            return BenchRequest.failed(prompt, start, queue, error);
        }
        return new BenchRequest(
                true,
                prompt,
                request.tokens().output().orElse(0),
                new BenchRequest.Timing(
                        start,
                        queue,
                        seconds(request, Metric.TTFT),
                        ImmutableDoubleArray.of(),
                        seconds(request, Metric.E2E)),
                "",
                "");
    }

    private static double seconds(ExportedRequest request, Metric metric) {
        return request.nanos(metric).orElse(0L) / NANOS_PER_SECOND;
    }

    private BenchSetup setup() {
        return new BenchSetup(
                DATE.format(end()),
                "openai",
                Optional.of(step.run().phase()),
                model(),
                Optional.of(model()),
                (int) result.counts().due(),
                new TreeMap<>(Map.of("tidemark_run", step.run().key().run(), "tidemark_step", stepNumber())),
                new BenchSetup.Traffic(rate(), 1.0, cap(), Optional.empty()));
    }

    private String stepNumber() {
        return String.valueOf(StepNumber.of(step.step()));
    }

    private Instant end() {
        return result.measureUntil().orElse(result.measureFrom());
    }

    private String model() {
        return step.run().targets().stream()
                .map(target -> target.model())
                .filter(name -> !name.isEmpty())
                .findFirst()
                .orElse("unknown");
    }

    private double rate() {
        return result.loadKind() == LoadKind.RATE && result.load() > 0 ? result.load() : Double.POSITIVE_INFINITY;
    }

    private OptionalInt cap() {
        return step.concurrency() > 0 ? OptionalInt.of(step.concurrency()) : step.cap();
    }

    private ObjectNode ofFigures() {
        StepCountsRow counts = result.counts();
        double seconds = step.seconds();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("date", DATE.format(end()))
                .put("endpoint_type", "openai")
                .put("backend", "openai")
                .put("label", step.run().phase())
                .put("model_id", model())
                .put("tokenizer_id", model())
                .put("num_prompts", counts.due())
                .put("tidemark_run", step.run().key().run())
                .put("tidemark_step", stepNumber());
        if (result.loadKind() != LoadKind.UNKNOWN && Double.isInfinite(rate())) {
            json.put("request_rate", "inf");
        } else if (result.loadKind() != LoadKind.UNKNOWN) {
            json.put("request_rate", rate());
        }
        cap().ifPresentOrElse(most -> json.put("max_concurrency", most), () -> json.putNull("max_concurrency"));
        json.put("completed", counts.ok()).put("failed", counts.failed());
        if (step.countsTokens()) {
            json.put("total_input_tokens", counts.promptTokens()).put("total_output_tokens", counts.outputTokens());
        }
        if (seconds > 0) {
            json.put("duration", seconds).put("request_throughput", counts.ok() / seconds);
        }
        if (seconds > 0 && step.countsTokens()) {
            json.put("output_throughput", counts.outputTokens() / seconds)
                    .put("total_token_throughput", (counts.promptTokens() + counts.outputTokens()) / seconds);
        }
        metric(json, "ttft", Metric.TTFT);
        metric(json, "tpot", Metric.TPOT);
        metric(json, "itl", Metric.ITL);
        metric(json, "e2el", Metric.E2E);
        step.importedValues().entrySet().stream()
                .filter(figure -> OWN_FIGURE.matcher(figure.getKey()).matches() && !json.has(figure.getKey()))
                .sorted(Map.Entry.comparingByKey())
                .forEach(figure -> json.put(figure.getKey(), figure.getValue()));
        return json;
    }

    private void metric(ObjectNode json, String word, Metric metric) {
        MetricRow row = result.metrics().get(metric);
        if (row == null) {
            return;
        }
        row.meanNanos().ifPresent(nanos -> json.put("mean_" + word + "_ms", nanos / NANOS_PER_MILLI));
        put(json, "median_" + word + "_ms", row.p50Nanos());
        put(json, "p50_" + word + "_ms", row.p50Nanos());
        put(json, "p90_" + word + "_ms", row.p90Nanos());
        put(json, "p95_" + word + "_ms", row.p95Nanos());
        put(json, "p99_" + word + "_ms", row.p99Nanos());
    }

    private static void put(ObjectNode json, String key, OptionalLong nanos) {
        nanos.ifPresent(value -> json.put(key, value / NANOS_PER_MILLI));
    }
}
