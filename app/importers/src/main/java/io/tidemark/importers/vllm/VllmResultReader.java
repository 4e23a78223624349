package io.tidemark.importers.vllm;

import io.tidemark.events.Verdict;
import io.tidemark.importers.file.FileTimeUnit;
import io.tidemark.importers.file.JsonCursor;
import io.tidemark.importers.file.SourceFile;
import io.tidemark.importers.result.ImportFormat;
import io.tidemark.importers.result.ImportedLoad;
import io.tidemark.importers.result.MeasuredRequest;
import io.tidemark.importers.result.Measurement;
import io.tidemark.importers.result.Measurement.BenchmarkTool;
import io.tidemark.importers.result.Measurement.MeasuredTarget;
import io.tidemark.importers.result.Measurement.ResultContext;
import io.tidemark.importers.result.Measurement.ResultRemarks;
import io.tidemark.importers.result.Measurement.ResultSource;
import io.tidemark.importers.result.MetricSummary;
import io.tidemark.importers.result.RequestCounts;
import io.tidemark.importers.result.TimeSpan;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.Sha256;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
        VllmResultKeys.METRICS.forEach((word, metric) -> MetricSummary.read(
                        figure -> figure(figure + "_" + word + "_ms", ok), FileTimeUnit.MILLIS::nanos, ok)
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

    /** The load of a result of vLLM's client: by its keys, else by the name that its file has of itself. */
    private static final class VllmLoadReader {
        private static final Pattern NAME = Pattern.compile("(?:^|[-_])(inf|[0-9]+(?:\\.[0-9]+)?)qps(?:[-_.]|$)");
        private static final Pattern NAME_CAP = Pattern.compile("[-_]concurrency([0-9]+)(?:[-_.]|$)");

        private VllmLoadReader() {}

        static ImportedLoad of(JsonCursor result, String fileName) {
            OptionalInt cap = cap(result, fileName);
            if (result.has("ramp_up_strategy")) {
                return ramp(result).withCap(cap);
            }
            Optional<Double> rate = rate(result, fileName);
            if (rate.isEmpty()) {
                return cap.isPresent() ? ImportedLoad.concurrency(cap.getAsInt()) : ImportedLoad.UNKNOWN;
            }
            if (rate.get().isInfinite()) {
                return cap.isPresent() ? ImportedLoad.concurrency(cap.getAsInt()) : ImportedLoad.allAtOnce();
            }
            return ImportedLoad.rate(rate.get()).arrivals(arrivals(result)).withCap(cap);
        }

        private static ImportedLoad ramp(JsonCursor result) {
            double to = result.amount("ramp_up_end_rps").orElse(0);
            String description = "ramp-up " + result.text("ramp_up_strategy").orElse("") + " "
                    + result.amount("ramp_up_start_rps").orElse(0) + " to " + to + " req/s";
            return ImportedLoad.rate(to).arrivals(description);
        }

        private static Optional<Double> rate(JsonCursor result, String fileName) {
            JsonCursor rate = result.at("request_rate");
            if (rate.node().asText().equals("trace")) {
                // SGLang replays the times of a trace: there is no one rate.
                return Optional.empty();
            }
            if (!rate.isPresent()) {
                Matcher name = NAME.matcher(fileName);
                return name.find() ? Optional.of(perSecond(name.group(1))) : Optional.empty();
            }
            double perSecond = rate.node().isNumber() ? rate.node().doubleValue() : perSecond(rate);
            if (Double.isNaN(perSecond) || perSecond < 0) {
                throw rate.invalid("must be a number of requests per second >= 0, or inf");
            }
            return perSecond == 0 ? Optional.empty() : Optional.of(perSecond);
        }

        private static double perSecond(JsonCursor rate) {
            try {
                return perSecond(rate.node().asText());
            } catch (NumberFormatException e) {
                throw rate.invalid("must be a number of requests per second >= 0, or inf");
            }
        }

        private static double perSecond(String text) {
            String word = text.toLowerCase(Locale.ROOT);
            return word.equals("inf") || word.equals("infinity") ? Double.POSITIVE_INFINITY : Double.parseDouble(word);
        }

        private static OptionalInt cap(JsonCursor result, String fileName) {
            OptionalLong cap = result.count("max_concurrency");
            if (cap.isPresent() && cap.getAsLong() > 0) {
                return OptionalInt.of((int) Math.min(cap.getAsLong(), Integer.MAX_VALUE));
            }
            Matcher name = NAME_CAP.matcher(fileName);
            return name.find() ? OptionalInt.of(Integer.parseInt(name.group(1))) : OptionalInt.empty();
        }

        private static String arrivals(JsonCursor result) {
            if (Double.isInfinite(result.at("burstiness").node().doubleValue())) {
                return "constant";
            }
            OptionalDouble burstiness = result.amount("burstiness");
            if (burstiness.isEmpty()) {
                return "";
            }
            return burstiness.getAsDouble() == 1
                    ? "poisson, rescaled to the rate"
                    : "gamma, burstiness " + burstiness.getAsDouble() + ", rescaled to the rate";
        }
    }
}
