package io.tidemark.importers.result;

import java.util.Arrays;
import java.util.List;

/** The formats that can be imported. */
public enum ImportFormat {
    /** JSON of vllm bench serve: plain, detailed, several objects; SGLang's bench_serving too. */
    VLLM("vllm"),
    /** The summary.json or summary.csv of vllm bench sweep. */
    VLLM_SWEEP("vllm-sweep"),
    /** The block that vllm bench serve prints, also out of a log. */
    VLLM_LOG("vllm-log"),
    /** The result.txt of vLLM's auto_tune.sh. */
    AUTO_TUNE("auto-tune"),
    /** GuideLLM benchmarks.json. */
    GUIDELLM("guidellm"),
    /** AIPerf or GenAI-Perf profile_export*.json. */
    AIPERF("aiperf"),
    /** AIPerf profile_export.jsonl, one line per request. */
    AIPERF_RECORDS("aiperf-records"),
    /** CSV of the vllm-bench scenarios, one line per request. */
    SCENARIO("scenario"),
    /** The summary.csv of the vllm-bench scenarios. */
    SCENARIO_SUMMARY("scenario-summary"),
    /** CSV with columns of our own names, e.g. copied from a report. */
    TABLE("table"),
    /** Results JSON of lm-evaluation-harness: quality. */
    LM_EVAL("lm-eval");

    private final String id;

    ImportFormat(String id) {
        this.id = id;
    }

    /** Its name in options and in the store. */
    public String id() {
        return id;
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
