package io.tidemark.importers.lmeval;

import io.tidemark.events.Verdict;
import io.tidemark.importers.file.FileTimeUnit;
import io.tidemark.importers.file.JsonCursor;
import io.tidemark.importers.file.JsonObjectReader;
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
import io.tidemark.importers.result.RequestCounts;
import io.tidemark.importers.result.TimeSpan;
import io.tidemark.schemas.Sha256;
import java.time.Instant;
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

/** {@code results_*.json} of lm-evaluation-harness, 0.3 and later: what answers were worth, by task, metric and filter. */
public final class LmEvalReader {
    private static final Pattern MODEL = Pattern.compile("(?:^|,)(?:model|pretrained)=([^,]+)");
    private static final List<String> NO_METRICS =
            List.of("alias", "sample_len", "sample_count", "samples", "name", " ");

    private final SourceFile file;
    private final JsonCursor root;
    private final List<String> lacks = new ArrayList<>();

    private LmEvalReader(SourceFile file, JsonCursor root) {
        this.file = file;
        this.root = root;
    }

    public static List<Measurement> read(SourceFile file, String text) {
        List<Measurement> all = new ArrayList<>();
        JsonObjectReader.of(file, text).forEach(root -> all.add(new LmEvalReader(file, root).one()));
        return all;
    }

    private Measurement one() {
        JsonCursor results =
                root.object("results").orElseThrow(() -> root.at("results").invalid("must be an object of tasks"));
        List<ImportedQuality> quality = new ArrayList<>();
        results.fields().forEach(task -> quality.addAll(task(task.getKey(), task.getValue())));
        if (quality.isEmpty()) {
            throw results.invalid("must hold a task with a number");
        }
        lacks.add("quality only: no load, no latencies");
        JsonCursor config = root.at("config");
        config.number("limit").ifPresent(limit -> lacks.add("a sample of each task: --limit " + limit));
        return new Measurement(
                new ResultSource(file.name(), "", Sha256.hex(root.node().toString())),
                new BenchmarkTool(
                        ImportFormat.LM_EVAL,
                        "lm-evaluation-harness",
                        root.text("lm_eval_version")
                                .or(() -> root.text("git_hash"))
                                .orElse(""),
                        Map.of()),
                MeasuredTarget.of(model()),
                new ResultContext(Optional.empty(), Map.of(), labels(config), "", OptionalInt.empty()),
                ImportedLoad.UNKNOWN,
                span(),
                RequestCounts.of(0, 0, 0, 0),
                Map.of(),
                List.of(),
                new ResultRemarks(lacks, Map.of(), quality, Verdict.UNKNOWN));
    }

    private List<ImportedQuality> task(String task, JsonCursor metrics) {
        if (!metrics.isObject()) {
            throw metrics.invalid("must be an object of metrics");
        }
        List<ImportedQuality> all = new ArrayList<>();
        for (Map.Entry<String, JsonCursor> field : metrics.fields()) {
            String[] name = field.getKey().split(",", 2);
            boolean metric =
                    field.getValue().node().isNumber() && !name[0].endsWith("_stderr") && !NO_METRICS.contains(name[0]);
            if (!metric) {
                continue;
            }
            if (Double.isNaN(field.getValue().node().doubleValue())) {
                lacks.add("no value of " + task + " " + field.getKey() + ": it is NaN");
                continue;
            }
            all.add(quality(task, name, metrics, field.getValue()));
        }
        return all;
    }

    private ImportedQuality quality(String task, String[] name, JsonCursor metrics, JsonCursor value) {
        String filter = name.length == 2 && !name[1].equals("none") ? name[1] : "";
        return new ImportedQuality(
                task,
                name[0],
                filter,
                value.number().orElseThrow(),
                stderr(metrics, name),
                samples(task),
                higherIsBetter(task, name[0]));
    }

    private static OptionalDouble stderr(JsonCursor metrics, String[] name) {
        String key = name[0] + "_stderr" + (name.length == 2 ? "," + name[1] : "");
        JsonCursor stderr = metrics.at(key);
        boolean known =
                stderr.node().isNumber() && Double.isFinite(stderr.node().doubleValue());
        return known ? metrics.amount(key) : OptionalDouble.empty();
    }

    private OptionalLong samples(String task) {
        JsonCursor samples = root.at("n-samples").at(task);
        return samples.isObject() ? samples.count("effective") : OptionalLong.empty();
    }

    private Optional<Boolean> higherIsBetter(String task, String metric) {
        JsonCursor declared = root.at("higher_is_better").at(task).at(metric);
        if (declared.node().isBoolean()) {
            return Optional.of(declared.node().booleanValue());
        }
        return metric.contains("perplexity") || metric.contains("bits_per_byte") || metric.contains("loss")
                ? Optional.of(false)
                : Optional.of(true);
    }

    private String model() {
        JsonCursor arguments = root.at("config").at("model_args");
        if (arguments.isObject()) {
            return arguments
                    .text("model")
                    .or(() -> arguments.text("pretrained"))
                    .orElse("");
        }
        Matcher named = MODEL.matcher(arguments.node().asText());
        return named.find() ? named.group(1) : root.text("model_name").orElse("");
    }

    private Map<String, String> labels(JsonCursor config) {
        Map<String, String> labels = new TreeMap<>();
        for (String key : List.of("model", "num_fewshot", "limit", "gen_kwargs", "batch_size")) {
            config.text(key).ifPresent(value -> labels.put("lm_eval." + key, value));
        }
        return labels;
    }

    private TimeSpan span() {
        OptionalDouble date = root.at("date").node().isNumber() ? root.amount("date") : OptionalDouble.empty();
        double seconds = root.text("total_evaluation_time_seconds")
                .filter(text -> text.matches("[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?"))
                .map(Double::parseDouble)
                .orElse(0.0);
        if (date.isPresent()) {
            Instant start = Instant.EPOCH.plusNanos(FileTimeUnit.SECONDS.nanos(date.getAsDouble()));
            return TimeSpan.from(start, seconds);
        }
        lacks.add("no date: the file's last change stands for it");
        return TimeSpan.endingAt(file.modified(), seconds, false);
    }
}
