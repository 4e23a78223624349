package io.tidemark.importers;

import io.tidemark.importers.file.CsvReader;
import io.tidemark.importers.file.InvalidFileException;
import io.tidemark.importers.file.JsonCursor;
import io.tidemark.importers.file.JsonObjectReader;
import io.tidemark.importers.file.SourceFile;
import io.tidemark.importers.result.ImportFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Detects a file's format by its content. */
final class FormatDetector {
    private static final Pattern AUTO_TUNE = Pattern.compile("(?m)^\\s*(best_)?max_num_seqs: \\d+, ");
    private static final Set<String> AIPERF_KEYS = Set.of(
            "request_latency", "request_throughput", "time_to_first_token", "output_token_throughput", "request_count");
    private static final Set<String> LM_EVAL_KEYS = Set.of(
            "config", "configs", "versions", "n-samples", "n-shot", "lm_eval_version", "git_hash", "higher_is_better");
    private static final int SHOWN_KEYS = 8;

    private FormatDetector() {}

    static ImportFormat of(SourceFile file, String text) {
        char first = text.stripLeading().charAt(0);
        if (first == '{' || first == '[') {
            return json(file, text);
        }
        if (text.contains(" Serving Benchmark Result ")) {
            return ImportFormat.VLLM_LOG;
        }
        if (AUTO_TUNE.matcher(text).find()) {
            return ImportFormat.AUTO_TUNE;
        }
        return csv(file, text);
    }

    private static ImportFormat csv(SourceFile file, String text) {
        List<String> header = CsvReader.header(text);
        if (header.containsAll(List.of("run_id", "ttft_ms", "latency_ms"))) {
            return ImportFormat.SCENARIO;
        }
        if (header.containsAll(List.of("run_id", "concurrency", "ttft_p50_ms"))) {
            return ImportFormat.SCENARIO_SUMMARY;
        }
        if (header.contains("request_throughput") && header.contains("completed")) {
            return ImportFormat.VLLM_SWEEP;
        }
        boolean table = header.contains("rate") || header.contains("concurrency") || header.contains("phase");
        if (header.size() > 1 && table) {
            return ImportFormat.TABLE;
        }
        throw new InvalidFileException(
                file.name() + ": is of no known format: neither JSON, nor a log of vllm bench serve, nor a CSV "
                        + "file with known columns. Its first line: \"" + abridged(text) + "\"; --format names one of "
                        + ImportFormat.ids());
    }

    private static String abridged(String text) {
        String line = text.strip().lines().findFirst().orElse("");
        return line.length() > 80 ? line.substring(0, 80) + "..." : line;
    }

    private static ImportFormat json(SourceFile file, String text) {
        JsonCursor root = JsonObjectReader.of(file, text).get(0);
        if (root.node().isArray()) {
            return list(file, root);
        }
        if (root.at("benchmarks").node().isArray()) {
            return ImportFormat.GUIDELLM;
        }
        if (root.has("aggregation_type")) {
            throw new InvalidFileException(file.name() + ": is AIPerf's aggregate of several runs, aggregation_type "
                    + root.at("aggregation_type").node()
                    + ": give the profile_export_aiperf.json of each run instead, which has its date and its load");
        }
        if (root.at("metadata").isObject() && root.has("metrics")) {
            return ImportFormat.AIPERF_RECORDS;
        }
        JsonCursor summaries = root.at("records").isObject() ? root.at("records") : root;
        if (AIPERF_KEYS.stream().anyMatch(key -> summaries.at(key).has("unit"))) {
            return ImportFormat.AIPERF;
        }
        boolean ofHarness = LM_EVAL_KEYS.stream().anyMatch(root::has);
        if (root.at("results").isObject() && ofHarness) {
            return ImportFormat.LM_EVAL;
        }
        if (isVllm(root)) {
            return root.has("run_number") ? ImportFormat.VLLM_SWEEP : ImportFormat.VLLM;
        }
        if (root.has("load_summary") && root.has("successes")) {
            throw new InvalidFileException(file.name()
                    + ": is a summary of inference-perf, which is not imported; what is: " + ImportFormat.ids());
        }
        throw unknown(file, root);
    }

    private static ImportFormat list(SourceFile file, JsonCursor root) {
        if (root.node().isEmpty()) {
            throw new InvalidFileException(file.name() + ": holds an empty list");
        }
        if (!isVllm(root.at(0))) {
            throw unknown(file, root.at(0));
        }
        return root.at(0).has("run_number") ? ImportFormat.VLLM_SWEEP : ImportFormat.VLLM;
    }

    private static boolean isVllm(JsonCursor root) {
        return root.isObject()
                && (root.has("request_throughput") || root.has("completed") || root.has("mean_ttft_ms"))
                && !root.at("request_throughput").isObject();
    }

    private static InvalidFileException unknown(SourceFile file, JsonCursor root) {
        TreeSet<String> keys = new TreeSet<>();
        root.fields().stream().map(Map.Entry::getKey).limit(SHOWN_KEYS).forEach(keys::add);
        return new InvalidFileException(file.name() + ": holds JSON of no known tool: its keys are " + keys
                + "; --format names one of " + ImportFormat.ids());
    }
}
