package io.tidemark.importers.aiperf;

import io.tidemark.events.Verdict;
import io.tidemark.importers.file.JsonCursor;
import io.tidemark.importers.file.JsonObjectReader;
import io.tidemark.importers.file.SourceFile;
import io.tidemark.importers.result.BenchmarkTool;
import io.tidemark.importers.result.ImportFormat;
import io.tidemark.importers.result.Measurement;
import io.tidemark.importers.result.RequestCounts;
import io.tidemark.importers.result.ResultContext;
import io.tidemark.importers.result.ResultRemarks;
import io.tidemark.importers.result.ResultSource;
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
}
