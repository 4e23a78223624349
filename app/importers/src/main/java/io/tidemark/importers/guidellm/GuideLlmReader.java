package io.tidemark.importers.guidellm;

import io.tidemark.events.Outcome;
import io.tidemark.events.Verdict;
import io.tidemark.importers.file.FileTimeUnit;
import io.tidemark.importers.file.JsonCursor;
import io.tidemark.importers.file.JsonObjectReader;
import io.tidemark.importers.file.SourceFile;
import io.tidemark.importers.result.ImportFormat;
import io.tidemark.importers.result.ImportedLoad;
import io.tidemark.importers.result.MeasuredRequest;
import io.tidemark.importers.result.MeasuredRequest.Completion;
import io.tidemark.importers.result.MeasuredRequest.Timing;
import io.tidemark.importers.result.MeasuredRequest.Tokens;
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
import io.tidemark.schemas.sketch.LogHistogram;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/** GuideLLM's {@code benchmarks.json}, versions 0.2 to 0.8: a report with a benchmark per load. */
public final class GuideLlmReader {
    private static final Map<String, String> DEFINITIONS = Map.of(
            "ttft", "until the first chunk with text, tool call or reasoning; wall-clock stamps",
            "tpot", "GuideLLM's inter_token_latency_ms; its percentiles weigh a request by its output tokens",
            "e2e", "until the end of the answer");
    private static final List<String> KEPT = List.of("time_per_output_token_ms", "time_to_first_output_token_ms");

    private final SourceFile file;
    private final JsonCursor report;

    private GuideLlmReader(SourceFile file, JsonCursor report) {
        this.file = file;
        this.report = report;
    }

    public static List<Measurement> read(SourceFile file, String text) {
        List<Measurement> all = new ArrayList<>();
        for (JsonCursor root : JsonObjectReader.of(file, text)) {
            GuideLlmReader guide = new GuideLlmReader(file, root);
            List<JsonCursor> benchmarks = root.items("benchmarks");
            if (benchmarks.isEmpty()) {
                throw root.at("benchmarks").invalid("must be a list of one benchmark or more");
            }
            benchmarks.forEach(benchmark -> all.add(guide.one(benchmark)));
        }
        return all;
    }

    private Measurement one(JsonCursor benchmark) {
        JsonCursor metrics = benchmark
                .object("metrics")
                .orElseThrow(() ->
                        benchmark.at("metrics").invalid("must be there: a benchmark of GuideLLM 0.2 or later has it"));
        List<String> lacks = new ArrayList<>(List.of("no due times: ttft_due, e2e_due and queue_time are unknown"));
        RequestCounts tally = tally(benchmark, metrics, lacks);
        List<MeasuredRequest> requests = GuideLlmRequestReader.of(benchmark, tally, lacks);
        TimeSpan span = span(benchmark, lacks);
        String place = benchmark.toString().replace(file.name() + ":", "").strip();
        return new Measurement(
                new ResultSource(file.name(), place, Sha256.hex(benchmark.node().toString())),
                new BenchmarkTool(ImportFormat.GUIDELLM, "GuideLLM", version(), DEFINITIONS),
                subject(benchmark),
                new ResultContext(Optional.empty(), Map.of(), Map.of(), workload(benchmark), OptionalInt.empty()),
                load(benchmark),
                span,
                tally,
                figures(metrics, tally.ok()),
                requests,
                new ResultRemarks(lacks, kept(metrics), List.of(), Verdict.UNKNOWN));
    }

    private String version() {
        return report.object("metadata")
                .flatMap(metadata -> metadata.text("guidellm_version"))
                .orElse("");
    }

    private static MeasuredTarget subject(JsonCursor benchmark) {
        for (JsonCursor backend : backends(benchmark)) {
            Optional<String> model = backend.text("model").or(() -> backend.text("backend_model"));
            if (model.isPresent()) {
                String url = backend.text("target")
                        .or(() -> backend.text("backend_target"))
                        .orElse("");
                return new MeasuredTarget(model.get(), url, Optional.empty());
            }
        }
        return MeasuredTarget.of("");
    }

    private static List<JsonCursor> backends(JsonCursor benchmark) {
        return List.of(
                benchmark.at("config").at("backend"),
                benchmark.at("worker"),
                benchmark.at("benchmarker").at("backend"),
                benchmark.at("args").at("backend"));
    }

    /** What was asked to be sent, without what differs by load. */
    private String workload(JsonCursor benchmark) {
        Optional<String> data = report.object("args")
                .flatMap(args -> Optional.of(args.at("data").node().toString()));
        JsonCursor spec = report.at("config").at("spec").at("data");
        JsonCursor loader = benchmark.at("request_loader").at("data");
        if (spec.isPresent()) {
            return "guidellm " + spec.node();
        }
        return data.filter(found -> !found.isEmpty())
                .or(() -> loader.isPresent() ? Optional.of(loader.node().toString()) : Optional.empty())
                .map(found -> "guidellm " + found)
                .orElse("");
    }

    private ImportedLoad load(JsonCursor benchmark) {
        JsonCursor strategy = List.of(benchmark.at("config"), benchmark.at("args"), benchmark.at("scheduler")).stream()
                .map(holder -> holder.at("strategy"))
                .filter(JsonCursor::isObject)
                .findFirst()
                .orElseThrow(() -> benchmark.at("config.strategy").invalid("must be there: it tells the load"));
        OptionalInt cap = whole(strategy.count("max_concurrency"));
        String type = strategy.text("type_")
                .or(() -> strategy.text("type"))
                .or(() -> strategy.text("kind"))
                .orElse("");
        return switch (type) {
            case "synchronous" -> ImportedLoad.concurrency(1);
            case "concurrent" ->
                ImportedLoad.concurrency(whole(strategy.count("streams")).orElse(cap.orElse(0)));
            case "throughput" -> atOnce(benchmark, cap);
            case "constant", "poisson", "async" ->
                ImportedLoad.rate(strategy.amount("rate")
                                .orElseThrow(() -> strategy.at("rate").invalid("must be there")))
                        .arrivals(type.equals("async") ? "constant" : type);
            default ->
                throw strategy.at("type_").invalid("must be synchronous, concurrent, throughput, constant or poisson");
        };
    }

    /** As many in flight as the user asked for; GuideLLM's own limit is a cap on all at once. */
    private static ImportedLoad atOnce(JsonCursor benchmark, OptionalInt cap) {
        JsonCursor profile = benchmark.at("config").at("profile");
        OptionalInt asked = whole(profile.count("max_concurrency"));
        return asked.isPresent()
                ? ImportedLoad.concurrency(asked.getAsInt())
                : ImportedLoad.allAtOnce().withCap(cap);
    }

    static OptionalInt whole(OptionalLong count) {
        return count.isPresent()
                ? OptionalInt.of((int) Math.min(count.getAsLong(), Integer.MAX_VALUE))
                : OptionalInt.empty();
    }

    private static RequestCounts tally(JsonCursor benchmark, JsonCursor metrics, List<String> lacks) {
        JsonCursor made = List.of(
                        metrics.at("request_totals"),
                        benchmark.at("scheduler_metrics").at("requests_made"),
                        benchmark.at("run_stats").at("requests_made"),
                        benchmark.at("scheduler_stats").at("requests_made"),
                        benchmark.at("request_totals"))
                .stream()
                .filter(JsonCursor::isObject)
                .findFirst()
                .orElse(metrics.at("request_totals"));
        long ok = made.count("successful")
                .orElseGet(() -> metrics.at("request_latency")
                        .at("successful")
                        .count("count")
                        .orElse(0));
        long errored = made.count("errored").orElse(0);
        long incomplete = made.count("incomplete").orElse(0);
        if (incomplete > 0) {
            lacks.add("no end of " + incomplete + " requests that ran when the time was over: they are left out");
        }
        return RequestCounts.of(
                ok, errored, sum(metrics.at("prompt_token_count")), sum(metrics.at("output_token_count")));
    }

    private static long sum(JsonCursor metric) {
        OptionalDouble total = metric.at("successful").amount("total_sum");
        return Math.round(total.orElse(0));
    }

    private static Map<Metric, MetricSummary> figures(JsonCursor metrics, long ok) {
        Map<Metric, MetricSummary> figures = new EnumMap<>(Metric.class);
        put(figures, Metric.TTFT, metrics.at("time_to_first_token_ms"), ok, false);
        put(figures, Metric.TPOT, metrics.at("inter_token_latency_ms"), ok, false);
        put(figures, Metric.E2E, metrics.at("request_latency"), ok, true);
        return figures;
    }

    private static void put(
            Map<Metric, MetricSummary> figures, Metric metric, JsonCursor summary, long ok, boolean seconds) {
        JsonCursor successful = summary.at("successful");
        MetricSummary.read(
                        word -> value(successful, word),
                        seconds ? FileTimeUnit.SECONDS::nanos : FileTimeUnit.MILLIS::nanos,
                        ok)
                .ifPresent(figure -> figures.put(metric, figure));
    }

    private static OptionalDouble value(JsonCursor summary, String word) {
        OptionalDouble percentile = summary.at("percentiles").amount(word);
        return percentile.isPresent() ? percentile : summary.amount(word);
    }

    private static Map<String, Double> kept(JsonCursor metrics) {
        Map<String, Double> kept = new TreeMap<>();
        for (String name : KEPT) {
            JsonCursor successful = metrics.at(name).at("successful");
            for (String word : List.of("mean", "p50", "p95", "p99")) {
                OptionalDouble value = value(successful, word);
                if (value.isPresent()) {
                    kept.put(word + "_" + name, value.getAsDouble());
                }
            }
        }
        return kept;
    }

    private TimeSpan span(JsonCursor benchmark, List<String> lacks) {
        JsonCursor scheduler = benchmark.at("scheduler_metrics");
        OptionalDouble start = first(
                benchmark.amount("start_time"),
                scheduler.amount("measure_start_time"),
                benchmark.at("run_stats").amount("start_time"),
                benchmark.at("scheduler_stats").amount("start_time"));
        OptionalDouble end = first(
                benchmark.amount("end_time"),
                scheduler.amount("measure_end_time"),
                benchmark.at("run_stats").amount("end_time"),
                benchmark.at("scheduler_stats").amount("end_time"));
        if (start.isEmpty() || end.isEmpty() || end.getAsDouble() < start.getAsDouble()) {
            lacks.add("no date: the file's last change stands for it");
            return TimeSpan.endingAt(
                    file.modified(), benchmark.amount("duration").orElse(0), false);
        }
        Instant from = Instant.EPOCH.plusNanos(FileTimeUnit.SECONDS.nanos(start.getAsDouble()));
        return TimeSpan.from(from, end.getAsDouble() - start.getAsDouble());
    }

    static OptionalDouble first(OptionalDouble... values) {
        for (OptionalDouble value : values) {
            if (value.isPresent()) {
                return value;
            }
        }
        return OptionalDouble.empty();
    }

    /** The requests of a benchmark of GuideLLM, where its file holds them. Stateless. */
    private static final class GuideLlmRequestReader {
        private GuideLlmRequestReader() {}

        /** All requests, or none: a sample of them is not the result. */
        static List<MeasuredRequest> of(JsonCursor benchmark, RequestCounts tally, List<String> lacks) {
            Optional<JsonCursor> requests = benchmark.object("requests");
            List<JsonCursor> ok =
                    requests.map(found -> found.items("successful")).orElse(List.of());
            List<JsonCursor> errored =
                    requests.map(found -> found.items("errored")).orElse(List.of());
            if (ok.size() != tally.ok() || ok.isEmpty() || ok.stream().anyMatch(one -> !one.has("request_latency"))) {
                lacks.add(
                        ok.isEmpty()
                                ? "figures only: no distribution, and no intervals from requests"
                                : "figures only: the file holds a sample of " + ok.size() + " of " + tally.ok()
                                        + " requests");
                return List.of();
            }
            List<MeasuredRequest> all = new ArrayList<>();
            ok.forEach(request -> all.add(request(request, Completion.OK)));
            errored.forEach(request -> all.add(request(request, new Completion(Outcome.UNKNOWN, Optional.empty()))));
            return all;
        }

        private static MeasuredRequest request(JsonCursor request, Completion ending) {
            OptionalDouble start =
                    GuideLlmReader.first(request.amount("request_start_time"), request.amount("start_time"));
            OptionalDouble ttft = request.amount("time_to_first_token_ms");
            OptionalDouble latency = request.amount("request_latency");
            Timing timing = new Timing(
                    ttft.isPresent() && ttft.getAsDouble() > 0
                            ? OptionalLong.of(FileTimeUnit.MILLIS.nanos(ttft.getAsDouble()))
                            : OptionalLong.empty(),
                    last(request, ttft, latency),
                    new LogHistogram());
            return new MeasuredRequest(
                    Instant.EPOCH.plusNanos(FileTimeUnit.SECONDS.nanos(start.orElse(0))),
                    OptionalLong.empty(),
                    ending.isOk() ? timing : Timing.NONE,
                    new Tokens(
                            GuideLlmReader.whole(request.count("prompt_tokens")),
                            GuideLlmReader.whole(request.count("output_tokens"))),
                    ending,
                    Optional.empty());
        }

        /** The time of the last token: by the mean gap where it is given, else the end of the request, which is later. */
        private static OptionalLong last(JsonCursor request, OptionalDouble ttft, OptionalDouble latency) {
            OptionalDouble gap = request.amount("inter_token_latency_ms");
            long tokens = request.count("output_tokens").orElse(0);
            if (ttft.isPresent() && gap.isPresent() && tokens > 1) {
                return OptionalLong.of(
                        FileTimeUnit.MILLIS.nanos(ttft.getAsDouble() + gap.getAsDouble() * (tokens - 1)));
            }
            return latency.isPresent()
                    ? OptionalLong.of(FileTimeUnit.SECONDS.nanos(latency.getAsDouble()))
                    : OptionalLong.empty();
        }
    }
}
