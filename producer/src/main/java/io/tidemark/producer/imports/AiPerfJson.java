package io.tidemark.producer.imports;

import io.tidemark.events.Verdict;
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
final class AiPerfJson {
    private AiPerfJson() {}

    static List<Measurement> read(SourceFile file, String text) {
        List<Measurement> all = new ArrayList<>();
        for (Place root : JsonObjects.of(file, text)) {
            all.add(one(file, root));
        }
        return all;
    }

    private static Measurement one(SourceFile file, Place root) {
        Place summaries = root.object("records").orElse(root);
        AiPerfConfig config = new AiPerfConfig(root);
        List<String> lacks = new ArrayList<>(List.of(
                "no due times: ttft_due, e2e_due and queue_time are unknown",
                "figures only: no distribution, and no intervals from requests"));
        if (root.text("was_cancelled").filter("true"::equals).isPresent()) {
            lacks.add("no end: the run was cancelled");
        }
        long ok = Math.round(AiPerfFigures.average(summaries, "request_count")
                .orElseGet(() -> summaries.at("request_latency").amount("count").orElse(0)));
        long failed = Math.round(
                AiPerfFigures.average(summaries, "error_request_count").orElseGet(() -> errors(root)));
        if (ok + failed == 0) {
            lacks.add("no count of requests");
        }
        String name = root.has("aiperf_version")
                        || root.has("schema_version")
                        || file.name().contains("aiperf")
                ? "AIPerf"
                : "AIPerf or GenAI-Perf";
        return new Measurement(
                new SourcePart(file.name(), "", Hashes.hex(root.node().toString())),
                new Tool(ImportFormat.AIPERF, name, root.text("aiperf_version").orElse(""), AiPerfFigures.DEFINITIONS),
                config.subject(),
                new Setting(Optional.empty(), Map.of(), Map.of(), config.workload(), OptionalInt.empty()),
                config.load(),
                span(file, root, seconds(summaries, ok), lacks),
                Tally.of(
                        ok,
                        failed,
                        tokens(summaries, "total_isl", "input_sequence_length", ok),
                        tokens(summaries, "total_osl", "output_sequence_length", ok)),
                AiPerfFigures.of(summaries, ok),
                List.of(),
                new Remarks(lacks, figures(summaries), List.of(), Verdict.UNKNOWN));
    }

    private static long errors(Place root) {
        Place summary = root.at("error_summary");
        return summary.node().isArray()
                ? root.items("error_summary").stream()
                        .mapToLong(error -> error.count("count").orElse(0))
                        .sum()
                : 0;
    }

    /** Of a file that does not say, as GenAI-Perf's, by its throughput; 0 where that is missing, too. */
    private static double seconds(Place summaries, long ok) {
        double perSecond =
                AiPerfFigures.average(summaries, "request_throughput").orElse(0);
        return AiPerfFigures.average(summaries, "benchmark_duration")
                .orElseGet(() -> perSecond > 0 ? ok / perSecond : 0);
    }

    private static long tokens(Place summaries, String total, String each, long ok) {
        return Math.round(AiPerfFigures.average(summaries, total)
                .orElseGet(() -> AiPerfFigures.average(summaries, each).orElse(0) * ok));
    }

    private static Map<String, Double> figures(Place summaries) {
        Map<String, Double> figures = new TreeMap<>();
        for (Map.Entry<String, Place> field : summaries.fields()) {
            boolean single = field.getValue().isObject()
                    && field.getValue().has("unit")
                    && !AiPerfFigures.METRICS.containsKey(field.getKey());
            OptionalDouble value = single ? field.getValue().number("avg") : OptionalDouble.empty();
            if (value.isPresent()) {
                figures.put(field.getKey(), value.getAsDouble());
            }
        }
        return figures;
    }

    private static Span span(SourceFile file, Place root, double seconds, List<String> lacks) {
        Optional<Instant> start = root.text("start_time").flatMap(AiPerfJson::instant);
        Optional<Instant> end = root.text("end_time").flatMap(AiPerfJson::instant);
        if (start.isPresent() && end.isPresent() && !end.get().isBefore(start.get())) {
            return seconds > 0 ? Span.from(start.get(), seconds) : new Span(start.get(), end.get(), true);
        }
        lacks.add("no date: the file's last change stands for it");
        return Span.endingAt(file.modified(), seconds, false);
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
