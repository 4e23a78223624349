package io.tidemark.importers.result;

import java.util.Arrays;
import java.util.List;

/** The formats that can be imported. */
public enum ImportFormat {
    VLLM("vllm", "vllm bench serve JSON: plain, detailed, several objects; SGLang's bench_serving too"),
    VLLM_SWEEP("vllm-sweep", "vllm bench sweep summary.json or summary.csv"),
    VLLM_LOG("vllm-log", "the block that vllm bench serve prints, also out of a log"),
    AUTO_TUNE("auto-tune", "result.txt of vLLM's auto_tune.sh"),
    GUIDELLM("guidellm", "GuideLLM benchmarks.json"),
    AIPERF("aiperf", "AIPerf or GenAI-Perf profile_export*.json"),
    AIPERF_RECORDS("aiperf-records", "AIPerf profile_export.jsonl, one line per request"),
    SCENARIO("scenario", "CSV of the vllm-bench scenarios, one line per request"),
    SCENARIO_SUMMARY("scenario-summary", "summary.csv of the vllm-bench scenarios"),
    TABLE("table", "CSV with columns of our own names, e.g. copied from a report"),
    LM_EVAL("lm-eval", "lm-evaluation-harness results JSON: quality");

    private final String id;
    private final String words;

    ImportFormat(String id, String words) {
        this.id = id;
        this.words = words;
    }

    /** Its name in options and in the store. */
    public String id() {
        return id;
    }

    public String words() {
        return words;
    }

    /** @throws IllegalArgumentException naming the known ids */
    public static ImportFormat parse(String id) {
        return Arrays.stream(values())
                .filter(format -> format.id.equals(id))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("format must be one of " + ids() + " but was \"" + id + "\""));
    }

    public static List<String> ids() {
        return Arrays.stream(values()).map(ImportFormat::id).toList();
    }

    @Override
    public String toString() {
        return id;
    }
}
