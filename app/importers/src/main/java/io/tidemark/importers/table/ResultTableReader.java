package io.tidemark.importers.table;

import io.tidemark.events.Verdict;
import io.tidemark.importers.file.CsvReader;
import io.tidemark.importers.file.CsvRow;
import io.tidemark.importers.file.FileTimeUnit;
import io.tidemark.importers.file.InvalidFileException;
import io.tidemark.importers.file.SourceFile;
import io.tidemark.importers.result.ImportFormat;
import io.tidemark.importers.result.ImportedLoad;
import io.tidemark.importers.result.ImportedQuality;
import io.tidemark.importers.result.Measurement;
import io.tidemark.importers.result.Measurement.BenchmarkTool;
import io.tidemark.importers.result.Measurement.MeasuredTarget;
import io.tidemark.importers.result.Measurement.ResultContext;
import io.tidemark.importers.result.Measurement.ResultRemarks;
import io.tidemark.importers.result.Measurement.ResultSource;
import io.tidemark.importers.result.MetricSummary;
import io.tidemark.importers.result.RequestCounts;
import io.tidemark.importers.result.TimeSpan;
import io.tidemark.importers.vllm.VllmDateParser;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.Sha256;
import java.time.Instant;
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
 * A table of results, a row per load: columns {@code phase}, {@code run}, {@code rate} or {@code concurrency}, {@code requests},
 * {@code failed}, {@code duration_s}, {@code date}, {@code model}, {@code verdict}, {@code <metric>_<figure>_ms},
 * {@code config.<flag>}, {@code label.<name>}, {@code quality.<task>.<metric>}; other numbers are kept under their names. The
 * vllm-bench scenarios' summary.csv is one, too.
 */
public final class ResultTableReader {
    private static final Pattern METRIC = Pattern.compile("([a-z0-9_]+)_(mean|median|min|max|p50|p90|p95|p99)_(ms|s)");
    private static final Map<String, Metric> METRICS = Map.of(
            "ttft", Metric.TTFT,
            "ttft_due", Metric.TTFT_DUE,
            "tpot", Metric.TPOT,
            "itl", Metric.ITL,
            "e2e", Metric.E2E,
            "e2e_due", Metric.E2E_DUE,
            "e2el", Metric.E2E,
            "latency", Metric.E2E,
            "queue_time", Metric.QUEUE_TIME);
    private static final List<String> OWN = List.of(
            "phase",
            "run",
            "run_id",
            "rate",
            "concurrency",
            "cap",
            "requests",
            "total_requests",
            "failed",
            "failed_requests",
            "successful_requests",
            "duration_s",
            "date",
            "model",
            "verdict",
            "workload",
            "prompt_tokens",
            "output_tokens",
            "scenario",
            "success_rate",
            "error_types",
            "prefill_tokens",
            "max_new_tokens",
            "n");

    private final SourceFile file;
    private final ImportFormat format;

    private ResultTableReader(SourceFile file, ImportFormat format) {
        this.file = file;
        this.format = format;
    }

    public static List<Measurement> read(SourceFile file, String text, ImportFormat format) {
        ResultTableReader table = new ResultTableReader(file, format);
        List<Measurement> all = new ArrayList<>();
        CsvReader.rows(file.name(), text).forEach(row -> all.add(table.one(row)));
        return all;
    }

    static boolean isFigure(String column) {
        Matcher metric = METRIC.matcher(column);
        return metric.matches() && METRICS.containsKey(metric.group(1));
    }

    private Measurement one(CsvRow row) {
        List<String> lacks = new ArrayList<>(List.of("figures only: no distribution, and no intervals from requests"));
        RequestCounts tally = tally(row, lacks);
        Optional<ScenarioRunId> scenario = row.text("run_id").flatMap(ScenarioRunId::read);
        Map<Metric, MetricSummary> metrics = metrics(row, tally.ok());
        if (!metrics.containsKey(Metric.TTFT_DUE)) {
            lacks.add("no due times: ttft_due, e2e_due and queue_time are unknown");
        }
        return new Measurement(
                new ResultSource(
                        file.name(),
                        "line " + row.line(),
                        Sha256.hex(row.values().toString())),
                tool(),
                MeasuredTarget.of(row.text("model").orElse("")),
                setting(row, scenario),
                load(row, scenario),
                span(row, scenario.flatMap(ScenarioRunId::started), lacks),
                tally,
                metrics,
                List.of(),
                new ResultRemarks(lacks, figures(row), quality(row), verdict(row)));
    }

    private BenchmarkTool tool() {
        return format == ImportFormat.SCENARIO_SUMMARY
                ? new BenchmarkTool(format, "vllm-bench scenarios", "", Map.of())
                : new BenchmarkTool(format, "table", "", Map.of());
    }

    private static ResultContext setting(CsvRow row, Optional<ScenarioRunId> scenario) {
        if (scenario.isPresent()) {
            return ScenarioCsvReader.setting(scenario);
        }
        OptionalLong run = row.count("run");
        return new ResultContext(
                row.text("phase"),
                under(row, "config."),
                under(row, "label."),
                row.text("workload").orElse(""),
                run.isPresent() ? OptionalInt.of((int) run.getAsLong()) : OptionalInt.empty());
    }

    private static Map<String, String> under(CsvRow row, String prefix) {
        Map<String, String> found = new LinkedHashMap<>();
        row.values().keySet().stream()
                .filter(name -> name.startsWith(prefix))
                .forEach(name -> row.text(name).ifPresent(value -> found.put(name.substring(prefix.length()), value)));
        return found;
    }

    private static ImportedLoad load(CsvRow row, Optional<ScenarioRunId> scenario) {
        OptionalLong cap = row.count("cap");
        OptionalInt most = cap.isPresent() ? OptionalInt.of((int) cap.getAsLong()) : OptionalInt.empty();
        if (row.text("rate").filter(rate -> rate.equalsIgnoreCase("inf")).isPresent()) {
            return ImportedLoad.allAtOnce().withCap(most);
        }
        OptionalDouble rate = row.amount("rate");
        if (rate.isPresent()) {
            return ImportedLoad.rate(rate.getAsDouble()).withCap(most);
        }
        OptionalLong concurrency = row.count("concurrency");
        if (concurrency.isPresent() && concurrency.getAsLong() > 0) {
            return ImportedLoad.concurrency((int) Math.min(concurrency.getAsLong(), Integer.MAX_VALUE));
        }
        return scenario.map(ScenarioRunId::load).orElse(ImportedLoad.UNKNOWN);
    }

    /** Where there is only a day, rows began on it, in the order of their lines. */
    private TimeSpan span(CsvRow row, Optional<Instant> started, List<String> lacks) {
        double seconds = row.amount("duration_s").orElse(0);
        if (seconds == 0) {
            lacks.add("no duration");
        }
        Optional<String> date = row.text("date");
        if (date.isEmpty() && started.isPresent()) {
            lacks.add("no time zone: the date in its run id is taken as UTC");
            return TimeSpan.from(started.get(), seconds);
        }
        if (date.isEmpty()) {
            lacks.add("no date: the file's last change stands for it");
            return TimeSpan.endingAt(file.modified(), seconds, false);
        }
        Optional<Instant> day = VllmDateParser.day(date.get());
        if (day.isPresent()) {
            return TimeSpan.from(day.get().plusMillis(row.line()), seconds);
        }
        return TimeSpan.endingAt(
                VllmDateParser.zoned(date.get())
                        .or(() -> VllmDateParser.read(date.get()))
                        .orElseThrow(() -> row.invalid("date", "must be a date in ISO 8601")),
                seconds,
                true);
    }

    private static RequestCounts tally(CsvRow row, List<String> lacks) {
        OptionalLong all = row.text("requests").isPresent() ? row.count("requests") : row.count("total_requests");
        if (all.isEmpty()) {
            lacks.add("no count of requests");
        }
        long failed = row.text("failed").isPresent()
                ? row.count("failed").orElse(0)
                : row.count("failed_requests").orElse(0);
        if (failed > all.orElse(failed)) {
            throw new InvalidFileException(
                    row.place() + " failed must be at most the " + all.orElse(0) + " requests but was " + failed);
        }
        long ok = all.orElse(failed) - failed;
        return RequestCounts.of(
                ok,
                failed,
                row.count("prompt_tokens")
                        .orElseGet(
                                () -> Math.round(row.amount("avg_prompt_tokens").orElse(0) * ok)),
                row.count("output_tokens")
                        .orElseGet(() ->
                                Math.round(row.amount("avg_completion_tokens").orElse(0) * ok)));
    }

    private static Map<Metric, MetricSummary> metrics(CsvRow row, long ok) {
        Map<Metric, MetricSummary> metrics = new EnumMap<>(Metric.class);
        METRICS.forEach((word, metric) -> MetricSummary.read(
                        figure -> millis(row, word + "_" + figure), FileTimeUnit.MILLIS::nanos, ok)
                .ifPresent(figure -> metrics.put(metric, figure)));
        return metrics;
    }

    private static OptionalDouble millis(CsvRow row, String name) {
        OptionalDouble seconds = row.amount(name + "_s");
        return seconds.isPresent() ? OptionalDouble.of(seconds.getAsDouble() * 1_000) : row.amount(name + "_ms");
    }

    private static Map<String, Double> figures(CsvRow row) {
        Map<String, Double> figures = new TreeMap<>();
        for (String name : row.values().keySet()) {
            boolean other = !OWN.contains(name) && !isFigure(name) && !name.contains(".") && !name.isBlank();
            boolean number = row.text(name)
                    .filter(value -> value.matches("-?[0-9]+(\\.[0-9]+)?"))
                    .isPresent();
            if (other && number) {
                figures.put(name, row.number(name).orElseThrow());
            }
        }
        return figures;
    }

    private static List<ImportedQuality> quality(CsvRow row) {
        List<ImportedQuality> all = new ArrayList<>();
        under(row, "quality.").forEach((name, value) -> {
            String column = "quality." + name;
            int dot = name.indexOf('.');
            String task = dot < 0 ? name : name.substring(0, dot);
            String metric = dot < 0 ? "score" : name.substring(dot + 1);
            all.add(new ImportedQuality(
                    task,
                    metric,
                    "",
                    row.number(column).orElseThrow(),
                    OptionalDouble.empty(),
                    row.count("n"),
                    Optional.of(true)));
        });
        return all;
    }

    private static Verdict verdict(CsvRow row) {
        Optional<String> verdict = row.text("verdict");
        if (verdict.isEmpty()) {
            return Verdict.UNKNOWN;
        }
        return switch (verdict.get().toLowerCase(Locale.ROOT)) {
            case "pass" -> Verdict.PASS;
            case "fail" -> Verdict.FAIL;
            case "inconclusive" -> Verdict.INCONCLUSIVE;
            default -> throw row.invalid("verdict", "must be pass, fail or inconclusive");
        };
    }
}
