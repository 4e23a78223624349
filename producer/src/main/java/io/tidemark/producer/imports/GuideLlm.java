package io.tidemark.producer.imports;

import io.tidemark.events.Verdict;
import io.tidemark.schemas.Metric;
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
final class GuideLlm {
    private static final Map<String, String> DEFINITIONS = Map.of(
            "ttft", "until the first chunk with text, tool call or reasoning; wall-clock stamps",
            "tpot", "GuideLLM's inter_token_latency_ms; its percentiles weigh a request by its output tokens",
            "e2e", "until the end of the answer");
    private static final List<String> KEPT = List.of("time_per_output_token_ms", "time_to_first_output_token_ms");

    private final SourceFile file;
    private final Place report;

    private GuideLlm(SourceFile file, Place report) {
        this.file = file;
        this.report = report;
    }

    static List<Measurement> read(SourceFile file, String text) {
        List<Measurement> all = new ArrayList<>();
        for (Place root : JsonObjects.of(file, text)) {
            GuideLlm guide = new GuideLlm(file, root);
            List<Place> benchmarks = root.items("benchmarks");
            if (benchmarks.isEmpty()) {
                throw root.at("benchmarks").bad("must be a list of one benchmark or more");
            }
            benchmarks.forEach(benchmark -> all.add(guide.one(benchmark)));
        }
        return all;
    }

    private Measurement one(Place benchmark) {
        Place metrics = benchmark
                .object("metrics")
                .orElseThrow(() ->
                        benchmark.at("metrics").bad("must be there: a benchmark of GuideLLM 0.2 or later has it"));
        List<String> lacks = new ArrayList<>(List.of("no due times: ttft_due, e2e_due and queue_time are unknown"));
        Tally tally = tally(benchmark, metrics, lacks);
        List<MeasuredRequest> requests = GuideLlmRequests.of(benchmark, tally, lacks);
        Span span = span(benchmark, lacks);
        String place = benchmark.toString().replace(file.name() + ":", "").strip();
        return new Measurement(
                new SourcePart(file.name(), place, Hashes.hex(benchmark.node().toString())),
                new Tool(ImportFormat.GUIDELLM, "GuideLLM", version(), DEFINITIONS),
                subject(benchmark),
                new Setting(Optional.empty(), Map.of(), Map.of(), workload(benchmark), OptionalInt.empty()),
                load(benchmark),
                span,
                tally,
                figures(metrics, tally.ok()),
                requests,
                new Remarks(lacks, kept(metrics), List.of(), Verdict.UNKNOWN));
    }

    private String version() {
        return report.object("metadata")
                .flatMap(metadata -> metadata.text("guidellm_version"))
                .orElse("");
    }

    private static Subject subject(Place benchmark) {
        for (Place backend : backends(benchmark)) {
            Optional<String> model = backend.text("model").or(() -> backend.text("backend_model"));
            if (model.isPresent()) {
                String url = backend.text("target")
                        .or(() -> backend.text("backend_target"))
                        .orElse("");
                return new Subject(model.get(), url, Optional.empty());
            }
        }
        return Subject.of("");
    }

    private static List<Place> backends(Place benchmark) {
        return List.of(
                benchmark.at("config").at("backend"),
                benchmark.at("worker"),
                benchmark.at("benchmarker").at("backend"),
                benchmark.at("args").at("backend"));
    }

    /** What was asked to be sent, without what differs by load. */
    private String workload(Place benchmark) {
        Optional<String> data = report.object("args")
                .flatMap(args -> Optional.of(args.at("data").node().toString()));
        Place spec = report.at("config").at("spec").at("data");
        Place loader = benchmark.at("request_loader").at("data");
        if (spec.isThere()) {
            return "guidellm " + spec.node();
        }
        return data.filter(found -> !found.isEmpty())
                .or(() -> loader.isThere() ? Optional.of(loader.node().toString()) : Optional.empty())
                .map(found -> "guidellm " + found)
                .orElse("");
    }

    private OfferedLoad load(Place benchmark) {
        Place strategy = List.of(benchmark.at("config"), benchmark.at("args"), benchmark.at("scheduler")).stream()
                .map(holder -> holder.at("strategy"))
                .filter(Place::isObject)
                .findFirst()
                .orElseThrow(() -> benchmark.at("config.strategy").bad("must be there: it tells the load"));
        OptionalInt cap = whole(strategy.count("max_concurrency"));
        String type = strategy.text("type_")
                .or(() -> strategy.text("type"))
                .or(() -> strategy.text("kind"))
                .orElse("");
        return switch (type) {
            case "synchronous" -> OfferedLoad.concurrency(1);
            case "concurrent" ->
                OfferedLoad.concurrency(whole(strategy.count("streams")).orElse(cap.orElse(0)));
            case "throughput" -> atOnce(benchmark, cap);
            case "constant", "poisson", "async" ->
                OfferedLoad.rate(strategy.amount("rate")
                                .orElseThrow(() -> strategy.at("rate").bad("must be there")))
                        .arrivals(type.equals("async") ? "constant" : type);
            default ->
                throw strategy.at("type_").bad("must be synchronous, concurrent, throughput, constant or poisson");
        };
    }

    /** As many in flight as somebody asked for; GuideLLM's own limit is a cap on all at once. */
    private static OfferedLoad atOnce(Place benchmark, OptionalInt cap) {
        Place profile = benchmark.at("config").at("profile");
        OptionalInt asked = whole(profile.count("max_concurrency"));
        return asked.isPresent()
                ? OfferedLoad.concurrency(asked.getAsInt())
                : OfferedLoad.allAtOnce().capped(cap);
    }

    static OptionalInt whole(OptionalLong count) {
        return count.isPresent()
                ? OptionalInt.of((int) Math.min(count.getAsLong(), Integer.MAX_VALUE))
                : OptionalInt.empty();
    }

    private static Tally tally(Place benchmark, Place metrics, List<String> lacks) {
        Place made = List.of(
                        metrics.at("request_totals"),
                        benchmark.at("scheduler_metrics").at("requests_made"),
                        benchmark.at("run_stats").at("requests_made"),
                        benchmark.at("scheduler_stats").at("requests_made"),
                        benchmark.at("request_totals"))
                .stream()
                .filter(Place::isObject)
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
        return Tally.of(ok, errored, sum(metrics.at("prompt_token_count")), sum(metrics.at("output_token_count")));
    }

    private static long sum(Place metric) {
        OptionalDouble total = metric.at("successful").amount("total_sum");
        return Math.round(total.orElse(0));
    }

    private static Map<Metric, Figure> figures(Place metrics, long ok) {
        Map<Metric, Figure> figures = new EnumMap<>(Metric.class);
        put(figures, Metric.TTFT, metrics.at("time_to_first_token_ms"), ok, false);
        put(figures, Metric.TPOT, metrics.at("inter_token_latency_ms"), ok, false);
        put(figures, Metric.E2E, metrics.at("request_latency"), ok, true);
        return figures;
    }

    private static void put(Map<Metric, Figure> figures, Metric metric, Place summary, long ok, boolean seconds) {
        Place successful = summary.at("successful");
        new FigureReader(word -> value(successful, word), seconds ? Millis::nanosOfSeconds : Millis::nanos)
                .read(ok)
                .ifPresent(figure -> figures.put(metric, figure));
    }

    private static OptionalDouble value(Place summary, String word) {
        OptionalDouble percentile = summary.at("percentiles").amount(word);
        return percentile.isPresent() ? percentile : summary.amount(word);
    }

    private static Map<String, Double> kept(Place metrics) {
        Map<String, Double> kept = new TreeMap<>();
        for (String name : KEPT) {
            Place successful = metrics.at(name).at("successful");
            for (String word : List.of("mean", "p50", "p95", "p99")) {
                OptionalDouble value = value(successful, word);
                if (value.isPresent()) {
                    kept.put(word + "_" + name, value.getAsDouble());
                }
            }
        }
        return kept;
    }

    private Span span(Place benchmark, List<String> lacks) {
        Place scheduler = benchmark.at("scheduler_metrics");
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
            return Span.endingAt(file.modified(), benchmark.amount("duration").orElse(0), false);
        }
        Instant from = Instant.EPOCH.plusNanos(Millis.nanosOfSeconds(start.getAsDouble()));
        return Span.from(from, end.getAsDouble() - start.getAsDouble());
    }

    static OptionalDouble first(OptionalDouble... values) {
        for (OptionalDouble value : values) {
            if (value.isPresent()) {
                return value;
            }
        }
        return OptionalDouble.empty();
    }
}
