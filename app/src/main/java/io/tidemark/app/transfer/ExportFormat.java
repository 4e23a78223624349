package io.tidemark.app.transfer;

import java.util.Arrays;
import java.util.List;

/** What runs can be exported as. */
public enum ExportFormat {
    CSV("csv", "a CSV file per step, one row per request, as the vllm-bench scenarios write it"),
    SUMMARY("summary", "summary.csv and summary.md as the vllm-bench scenarios write them"),
    PARQUET("parquet", "requests.parquet and steps.parquet"),
    VLLM("vllm", "a JSON file per step, as vllm bench serve writes it");

    private final String id;
    private final String description;

    ExportFormat(String id, String words) {
        this.id = id;
        this.description = words;
    }

    public String id() {
        return id;
    }

    public String description() {
        return description;
    }

    /** @throws IllegalArgumentException naming the known ids */
    public static ExportFormat parse(String id) {
        List<String> ids = Arrays.stream(values()).map(ExportFormat::id).toList();
        return Arrays.stream(values())
                .filter(format -> format.id.equals(id))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("format must be one of " + ids + " but was \"" + id + "\""));
    }
}
