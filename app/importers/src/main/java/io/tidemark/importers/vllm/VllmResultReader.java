package io.tidemark.importers.vllm;

import io.tidemark.events.Verdict;
import io.tidemark.importers.file.FileTimeUnit;
import io.tidemark.importers.file.JsonCursor;
import io.tidemark.importers.file.SourceFile;
import io.tidemark.importers.result.BenchmarkTool;
import io.tidemark.importers.result.ImportFormat;
import io.tidemark.importers.result.MeasuredRequest;
import io.tidemark.importers.result.MeasuredTarget;
import io.tidemark.importers.result.Measurement;
import io.tidemark.importers.result.MetricSummary;
import io.tidemark.importers.result.MetricSummaryReader;
import io.tidemark.importers.result.RequestCounts;
import io.tidemark.importers.result.ResultContext;
import io.tidemark.importers.result.ResultRemarks;
import io.tidemark.importers.result.ResultSource;
import io.tidemark.importers.result.TimeSpan;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.Sha256;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * One flat object of {@code vllm bench serve}, or what has been brought to its keys: SGLang's, a printed block, a row of a
 * sweep. Every key is optional.
 */
final class VllmResultReader {
    private static final String TTFT_DEFINITION =
            "until the first message with choices: a message with a role alone counts, and so does one that is empty";
    private static final String SGLANG_TTFT = "until the first chunk with text";

    private final JsonCursor result;
    private final ObjectSource origin;
    private final List<String> lacks = new ArrayList<>();

    private VllmResultReader(JsonCursor result, ObjectSource origin) {
        this.result = result;
        this.origin = origin;
    }

    /**
     * Where an object comes from, and what is known of it beside its keys.
     *
     * @param phase empty: the object may say
     */
    record ObjectSource(
            SourceFile file, String place, ImportFormat format, Optional<String> phase, Map<String, String> config) {}

    static Measurement of(JsonCursor result, ObjectSource origin) {
        return new VllmResultReader(result, origin).read();
    }

    private Measurement read() {
        Optional<Double> stated = present(result.amount("duration"));
        double seconds = stated.orElseGet(this::secondsByThroughput);
        TimeSpan span = VllmDateParser.span(result, origin.file(), seconds, lacks);
        List<MeasuredRequest> requests = VllmRequestReader.of(result, span, lacks);
        RequestCounts tally = tally(requests);
        Map<Metric, MetricSummary> metrics = metrics(tally.ok());
        if (requests.isEmpty()) {
            lacks.add("figures only: no distribution, and no intervals from requests");
        }
        return new Measurement(
                part(),
                tool(),
                MeasuredTarget.of(
                        result.text("model_id").or(() -> result.text("model")).orElse("")),
                setting(),
                VllmLoadReader.of(result, origin.file().name()),
                span,
                tally,
                metrics,
                requests,
                new ResultRemarks(lacks, figures(), List.of(), Verdict.UNKNOWN));
    }

    private double secondsByThroughput() {
        double perSecond = result.amount("request_throughput").orElse(0);
        long completed = result.count("completed").orElse(0);
        if (perSecond == 0 || completed == 0) {
            lacks.add("no duration");
            return 0;
        }
        return completed / perSecond;
    }

    private ResultSource part() {
        return new ResultSource(
                origin.file().name(), origin.place(), Sha256.hex(result.node().toString()));
    }

    private BenchmarkTool tool() {
        boolean sglang = result.has("mean_e2e_latency_ms") || result.has("median_e2e_latency_ms");
        return sglang
                ? new BenchmarkTool(origin.format(), "SGLang bench_serving", "", Map.of("ttft", SGLANG_TTFT))
                : new BenchmarkTool(origin.format(), "vllm bench serve", "", Map.of("ttft", TTFT_DEFINITION));
    }

    private RequestCounts tally(List<MeasuredRequest> requests) {
        long ok = result.count("completed")
                .orElseGet(() -> requests.stream()
                        .filter(request -> request.completion().isOk())
                        .count());
        long failed = result.count("failed").orElseGet(() -> unanswered(ok, requests));
        RequestCounts counted = RequestCounts.of(
                ok,
                failed,
                result.count("total_input_tokens").orElse(0),
                result.count("total_output_tokens").orElse(0));
        if (counted.due() == 0 && result.has("completed")) {
            throw result.at("completed").invalid("must be >= 1 where no request failed");
        }
        if (counted.due() == 0) {
            lacks.add("no count of requests");
        }
        return counted;
    }

    private long unanswered(long ok, List<MeasuredRequest> requests) {
        if (!requests.isEmpty()) {
            return requests.size() - ok;
        }
        OptionalLong asked = result.count("num_prompts");
        if (asked.isEmpty() || asked.getAsLong() <= ok) {
            lacks.add("no count of failed requests");
            return 0;
        }
        lacks.add("no count of failed requests: prompts without an answer count as failed");
        return asked.getAsLong() - ok;
    }

    private Map<Metric, MetricSummary> metrics(long ok) {
        Map<Metric, MetricSummary> metrics = new EnumMap<>(Metric.class);
        VllmResultKeys.METRICS.forEach((word, metric) -> new MetricSummaryReader(
                        figure -> figure(figure + "_" + word + "_ms", ok), FileTimeUnit.MILLIS::nanos)
                .read(ok)
                .ifPresent(figure -> metrics.put(metric, figure)));
        return metrics;
    }

    /** A mean of no request, as Python writes it, is none. */
    private OptionalDouble figure(String key, long ok) {
        boolean ofNothing = ok == 0 && Double.isNaN(result.at(key).node().doubleValue());
        return ofNothing ? OptionalDouble.empty() : result.amount(key);
    }

    private ResultContext setting() {
        Map<String, String> config = new TreeMap<>(origin.config());
        Map<String, String> labels = new TreeMap<>();
        boolean sweep = origin.format() == ImportFormat.VLLM_SWEEP;
        for (Map.Entry<String, JsonCursor> field : result.fields()) {
            String key = field.getKey();
            boolean own = VllmResultKeys.isSetting(key)
                    || VllmResultKeys.isResult(key)
                    || key.isBlank()
                    || key.startsWith("unnamed");
            if (own || !field.getValue().isPresent() || !field.getValue().node().isValueNode()) {
                continue;
            }
            String value = field.getValue().node().asText();
            boolean ofServer = sweep && !VllmResultKeys.isBench(key);
            (ofServer ? config : labels).put(key, value);
        }
        OptionalLong run = result.count("run_number");
        return new ResultContext(
                origin.phase().or(() -> result.text("label")),
                config,
                labels,
                workload(labels),
                run.isPresent() ? OptionalInt.of((int) run.getAsLong()) : OptionalInt.empty());
    }

    /** What the object says of its prompts; a file rarely does. */
    private static String workload(Map<String, String> labels) {
        Map<String, String> datasetOptions = new LinkedHashMap<>();
        labels.forEach((key, value) -> {
            if (key.matches(
                    "dataset(_name|_path)?|(random_)?(input|output)_len|random_range_ratio|random_prefix_len")) {
                datasetOptions.put(key, value);
            }
        });
        return datasetOptions.isEmpty() ? "" : datasetOptions.toString();
    }

    private Map<String, Double> figures() {
        Map<String, Double> figures = new TreeMap<>();
        for (Map.Entry<String, JsonCursor> field : result.fields()) {
            boolean number = field.getValue().node().isNumber();
            if (!VllmResultKeys.isResult(field.getKey()) || !number) {
                continue;
            }
            double value = field.getValue().node().doubleValue();
            if (Double.isFinite(value)) {
                figures.put(field.getKey(), value);
            } else {
                lacks.add("no " + field.getKey() + ": it is " + value);
            }
        }
        return figures;
    }

    private static Optional<Double> present(OptionalDouble value) {
        return value.isPresent() && value.getAsDouble() > 0 ? Optional.of(value.getAsDouble()) : Optional.empty();
    }
}
