package io.tidemark.importers.vllm;

import io.tidemark.events.Verdict;
import io.tidemark.importers.file.FileTimeUnit;
import io.tidemark.importers.file.InvalidFileException;
import io.tidemark.importers.file.SourceFile;
import io.tidemark.importers.result.ImportFormat;
import io.tidemark.importers.result.ImportedLoad;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code result.txt} of vLLM's {@code auto_tune.sh}: a line per pair of max_num_seqs and max_num_batched_tokens, each a phase, at
 * the highest rate that kept the limit of P99 E2E.
 */
public final class AutoTuneReader {
    private static final Pattern HELD =
            Pattern.compile("max_num_seqs: (\\d+), max_num_batched_tokens: (\\d+), request_rate: (\\S+), "
                    + "e2el: ([0-9.]+), throughput: ([0-9.]+), goodput: ([0-9.]*)\\s*");
    private static final Pattern FAILED = Pattern.compile(
            "max_num_seqs: (\\d+), max_num_batched_tokens: (\\d+) does not meet latency requirement ?(\\S*)\\s*");
    private static final Pattern OTHER =
            Pattern.compile("(hash:.*|best_max_num_seqs: .*|\\s*|result file:.*|model:.*)");
    private static final Pattern HASH = Pattern.compile("(?m)^hash:(\\S+)");
    private static final int PROMPTS_AT_ONCE = 1_000;
    private static final int PROMPTS_AT_A_RATE = 100;

    private final SourceFile file;
    private final Map<String, String> labels;

    private AutoTuneReader(SourceFile file, String text) {
        this.file = file;
        Matcher hash = HASH.matcher(text);
        this.labels = hash.find() ? Map.of("vllm_commit", hash.group(1)) : Map.of();
    }

    public static List<Measurement> read(SourceFile file, String text) {
        AutoTuneReader tune = new AutoTuneReader(file, text);
        List<Measurement> all = new ArrayList<>();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            tune.line(lines.get(i).strip(), i + 1).ifPresent(all::add);
        }
        if (all.isEmpty()) {
            throw new InvalidFileException(
                    file.name() + ": has no line \"max_num_seqs: N, max_num_batched_tokens: N, ...\"");
        }
        return all;
    }

    private Optional<Measurement> line(String line, int number) {
        Matcher held = HELD.matcher(line);
        if (held.matches()) {
            return Optional.of(held(held, line, number));
        }
        Matcher failed = FAILED.matcher(line);
        if (failed.matches()) {
            return Optional.of(failed(failed, number));
        }
        if (OTHER.matcher(line).matches()) {
            return Optional.empty();
        }
        throw new InvalidFileException(
                file.name() + ":" + number + " must be a line of auto_tune.sh but was \"" + line + "\"");
    }

    private Measurement held(Matcher line, String text, int number) {
        boolean atOnce = line.group(3).equals("inf");
        ImportedLoad load = atOnce ? ImportedLoad.allAtOnce() : ImportedLoad.rate(amount(line.group(3), text, number));
        long p99 = FileTimeUnit.MILLIS.nanos(amount(line.group(4), text, number));
        double perSecond = amount(line.group(5), text, number);
        Map<String, Double> figures = new TreeMap<>(Map.of("request_throughput", perSecond));
        if (!line.group(6).isEmpty()) {
            figures.put("request_goodput", amount(line.group(6), text, number));
        }
        long prompts = atOnce ? PROMPTS_AT_ONCE : PROMPTS_AT_A_RATE;
        MetricSummary e2e = new MetricSummary(
                prompts,
                OptionalDouble.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Map.of(0.99, p99),
                new LogHistogram());
        return measurement(
                line,
                number,
                load,
                new Measured(prompts, perSecond > 0 ? prompts / perSecond : 0, Map.of(Metric.E2E, e2e)),
                new ResultRemarks(
                        List.of(
                                "P99 E2E only: no TTFT, no TPOT, no distribution",
                                "no count of requests: " + prompts + " is what auto_tune.sh sends",
                                "no date: the file's last change stands for it"),
                        figures,
                        List.of(),
                        Verdict.PASS));
    }

    private Measurement failed(Matcher line, int number) {
        String limit = line.group(3).isEmpty() ? "its limit" : line.group(3) + " ms";
        return measurement(
                line,
                number,
                ImportedLoad.rate(1),
                new Measured(0, 0, Map.of()),
                new ResultRemarks(
                        List.of(
                                "no figures: no rate down to 1 req/s kept P99 E2E within " + limit,
                                "no date: the file's last change stands for it"),
                        Map.of(),
                        List.of(),
                        Verdict.FAIL));
    }

    /** What a line says of its requests. */
    private record Measured(long prompts, double seconds, Map<Metric, MetricSummary> metrics) {}

    private Measurement measurement(
            Matcher line, int number, ImportedLoad load, Measured measured, ResultRemarks remarks) {
        Map<String, String> config = Map.of("max_num_seqs", line.group(1), "max_num_batched_tokens", line.group(2));
        String phase = "max_num_seqs=" + line.group(1) + ", max_num_batched_tokens=" + line.group(2);
        return new Measurement(
                new ResultSource(file.name(), "line " + number, Sha256.hex(number + line.group())),
                new BenchmarkTool(ImportFormat.AUTO_TUNE, "vLLM auto_tune.sh", "", Map.of()),
                MeasuredTarget.of(""),
                new ResultContext(Optional.of(phase), config, labels, "", OptionalInt.empty()),
                load,
                TimeSpan.endingAt(file.modified(), measured.seconds(), false),
                RequestCounts.of(measured.prompts(), 0, 0, 0),
                measured.metrics(),
                List.of(),
                remarks);
    }

    private double amount(String text, String line, int number) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new InvalidFileException(
                    file.name() + ":" + number + " must have numbers but has \"" + text + "\" in \"" + line + "\"", e);
        }
    }
}
