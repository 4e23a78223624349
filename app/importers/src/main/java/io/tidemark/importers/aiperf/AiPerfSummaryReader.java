package io.tidemark.importers.aiperf;

import io.tidemark.events.Verdict;
import io.tidemark.importers.file.JsonCursor;
import io.tidemark.importers.file.JsonObjectReader;
import io.tidemark.importers.file.SourceFile;
import io.tidemark.importers.result.ImportFormat;
import io.tidemark.importers.result.ImportedLoad;
import io.tidemark.importers.result.Measurement;
import io.tidemark.importers.result.Measurement.BenchmarkTool;
import io.tidemark.importers.result.Measurement.MeasuredTarget;
import io.tidemark.importers.result.Measurement.ResultContext;
import io.tidemark.importers.result.Measurement.ResultRemarks;
import io.tidemark.importers.result.Measurement.ResultSource;
import io.tidemark.importers.result.RequestCounts;
import io.tidemark.importers.result.TimeSpan;
import io.tidemark.schemas.Sha256;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** {@code profile_export_aiperf.json}, and GenAI-Perf's file of the same shape: figures of one load. */
public final class AiPerfSummaryReader {
    private AiPerfSummaryReader() {}

    public static List<Measurement> read(SourceFile file, String text) {
        List<Measurement> all = new ArrayList<>();
        for (JsonCursor root : JsonObjectReader.of(file, text)) {
            all.add(one(file, root));
        }
        return all;
    }

    private static Measurement one(SourceFile file, JsonCursor root) {
        JsonCursor summaries = root.object("records").orElse(root);
        AiPerfConfig config = new AiPerfConfig(root);
        List<String> lacks = new ArrayList<>(List.of(
                "no due times: ttft_due, e2e_due and queue_time are unknown",
                "figures only: no distribution, and no intervals from requests"));
        if (root.text("was_cancelled").filter("true"::equals).isPresent()) {
            lacks.add("no end: the run was cancelled");
        }
        long ok = Math.round(AiPerfMetrics.average(summaries, "request_count")
                .orElseGet(() -> summaries.at("request_latency").amount("count").orElse(0)));
        long failed = Math.round(
                AiPerfMetrics.average(summaries, "error_request_count").orElseGet(() -> errors(root)));
        if (ok + failed == 0) {
            lacks.add("no count of requests");
        }
        String name = root.has("aiperf_version")
                        || root.has("schema_version")
                        || file.name().contains("aiperf")
                ? "AIPerf"
                : "AIPerf or GenAI-Perf";
        return new Measurement(
                new ResultSource(file.name(), "", Sha256.hex(root.node().toString())),
                new BenchmarkTool(
                        ImportFormat.AIPERF, name, root.text("aiperf_version").orElse(""), AiPerfMetrics.DEFINITIONS),
                config.subject(),
                new ResultContext(Optional.empty(), Map.of(), Map.of(), config.workload(), OptionalInt.empty()),
                config.load(),
                span(file, root, seconds(summaries, ok), lacks),
                RequestCounts.of(
                        ok,
                        failed,
                        tokens(summaries, "total_isl", "input_sequence_length", ok),
                        tokens(summaries, "total_osl", "output_sequence_length", ok)),
                AiPerfMetrics.of(summaries, ok),
                List.of(),
                new ResultRemarks(lacks, figures(summaries), List.of(), Verdict.UNKNOWN));
    }

    private static long errors(JsonCursor root) {
        JsonCursor summary = root.at("error_summary");
        return summary.node().isArray()
                ? root.items("error_summary").stream()
                        .mapToLong(error -> error.count("count").orElse(0))
                        .sum()
                : 0;
    }

    /** Of a file that does not say, as GenAI-Perf's, by its throughput; 0 where that is missing, too. */
    private static double seconds(JsonCursor summaries, long ok) {
        double perSecond =
                AiPerfMetrics.average(summaries, "request_throughput").orElse(0);
        return AiPerfMetrics.average(summaries, "benchmark_duration")
                .orElseGet(() -> perSecond > 0 ? ok / perSecond : 0);
    }

    private static long tokens(JsonCursor summaries, String total, String each, long ok) {
        return Math.round(AiPerfMetrics.average(summaries, total)
                .orElseGet(() -> AiPerfMetrics.average(summaries, each).orElse(0) * ok));
    }

    private static Map<String, Double> figures(JsonCursor summaries) {
        Map<String, Double> figures = new TreeMap<>();
        for (Map.Entry<String, JsonCursor> field : summaries.fields()) {
            boolean single = field.getValue().isObject()
                    && field.getValue().has("unit")
                    && !AiPerfMetrics.METRICS.containsKey(field.getKey());
            OptionalDouble value = single ? field.getValue().number("avg") : OptionalDouble.empty();
            if (value.isPresent()) {
                figures.put(field.getKey(), value.getAsDouble());
            }
        }
        return figures;
    }

    private static TimeSpan span(SourceFile file, JsonCursor root, double seconds, List<String> lacks) {
        Optional<Instant> start = root.text("start_time").flatMap(AiPerfSummaryReader::instant);
        Optional<Instant> end = root.text("end_time").flatMap(AiPerfSummaryReader::instant);
        if (start.isPresent() && end.isPresent() && !end.get().isBefore(start.get())) {
            return seconds > 0 ? TimeSpan.from(start.get(), seconds) : new TimeSpan(start.get(), end.get(), true);
        }
        lacks.add("no date: the file's last change stands for it");
        return TimeSpan.endingAt(file.modified(), seconds, false);
    }

    /** ISO 8601; without a zone it is taken as UTC. */
    private static Optional<Instant> instant(String text) {
        try {
            return Optional.of(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeParseException e) {
            try {
                return Optional.of(LocalDateTime.parse(text).toInstant(ZoneOffset.UTC));
            } catch (DateTimeParseException none) {
                return Optional.empty();
            }
        }
    }

    /** What AIPerf was asked: its configuration as its result file keeps it, whose shape differs between versions, or its command. */
    private static final class AiPerfConfig {
        private static final int MAX_DEPTH = 5;

        private final JsonCursor config;
        private final String command;

        AiPerfConfig(JsonCursor result) {
            this.config = result.at("input_config");
            this.command = result.at("run_info")
                    .text("cli_command")
                    .or(() -> config.text("cli_command"))
                    .orElse("");
        }

        ImportedLoad load() {
            Optional<JsonCursor> phase = phase();
            OptionalDouble rate = phase.isPresent() ? phase.get().amount("rate") : number("request_rate");
            OptionalDouble concurrency = phase.isPresent() ? phase.get().amount("concurrency") : number("concurrency");
            OptionalInt cap = concurrency.isPresent() && concurrency.getAsDouble() >= 1
                    ? OptionalInt.of((int) concurrency.getAsDouble())
                    : OptionalInt.empty();
            if (rate.isPresent() && rate.getAsDouble() > 0) {
                return ImportedLoad.rate(rate.getAsDouble())
                        .arrivals(phase.flatMap(found -> found.text("type"))
                                .or(() -> text("request_rate_mode"))
                                .or(() -> text("arrival_pattern"))
                                .orElse(""))
                        .withCap(cap);
            }
            return cap.isPresent() ? ImportedLoad.concurrency(cap.getAsInt()) : ImportedLoad.UNKNOWN;
        }

        /** What was measured, of a version that lists its phases: the last that counts. A sweep's command has the loads of all its runs. */
        private Optional<JsonCursor> phase() {
            JsonCursor phases = config.at("phases");
            return phases.node().isArray()
                    ? config.items("phases").stream()
                            .filter(phase -> phase.text("exclude_from_results")
                                    .filter("true"::equals)
                                    .isEmpty())
                            .filter(phase -> phase.has("rate") || phase.has("concurrency"))
                            .reduce((earlier, later) -> later)
                    : Optional.empty();
        }

        MeasuredTarget subject() {
            String model = find(config, "model_names", 0)
                    .or(() -> find(config, "models", 0))
                    .or(() -> find(config, "model", 0))
                    .map(AiPerfConfig::firstText)
                    .filter(name -> !name.isEmpty())
                    .or(() -> option("model"))
                    .or(() -> option("model-names"))
                    .orElse("");
            String url = find(config, "url", 0)
                    .or(() -> find(config, "urls", 0))
                    .map(AiPerfConfig::firstText)
                    .orElse("");
            return new MeasuredTarget(model, url, Optional.empty());
        }

        /** What was sent, as far as the configuration shows it. */
        String workload() {
            return Stream.of(config.at("input"), config.at("datasets"))
                    .filter(JsonCursor::isPresent)
                    .map(input -> "aiperf " + input.node())
                    .findFirst()
                    .orElse("");
        }

        private static String firstText(JsonCursor place) {
            if (place.node().isArray()) {
                return place.node().isEmpty() ? "" : firstText(place.at(0));
            }
            if (place.isObject()) {
                return place.text("name").orElseGet(() -> place.has("items") ? firstText(place.at("items")) : "");
            }
            return place.node().asText();
        }

        private Optional<String> text(String key) {
            return find(config, key, 0).map(AiPerfConfig::firstText);
        }

        private OptionalDouble number(String key) {
            Optional<JsonCursor> found = find(config, key, 0);
            if (found.isPresent() && found.get().node().isNumber()) {
                return found.get().number();
            }
            Optional<String> value = option(key.replace('_', '-'));
            return value.filter(text -> text.matches("[0-9]+(\\.[0-9]+)?"))
                    .map(text -> OptionalDouble.of(Double.parseDouble(text)))
                    .orElse(OptionalDouble.empty());
        }

        private Optional<String> option(String name) {
            Matcher matcher =
                    Pattern.compile("--" + name + "[= ]+['\"]?([^'\"\\s]+)").matcher(command);
            return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
        }

        /** The first value under a key, however deep. */
        private static Optional<JsonCursor> find(JsonCursor place, String key, int depth) {
            if (!place.isObject() || depth > MAX_DEPTH) {
                return Optional.empty();
            }
            if (place.has(key)) {
                return Optional.of(place.at(key));
            }
            return place.fields().stream()
                    .map(field -> find(field.getValue(), key, depth + 1))
                    .flatMap(Optional::stream)
                    .findFirst();
        }
    }
}
