package io.tidemark.app.transfer;

import java.util.Arrays;
import java.util.List;

/** What runs can be exported as. */
public enum ExportFormat {
    /** A CSV file per step, one row per request, as the vllm-bench scenarios write it. */
    CSV("csv"),
    /** The files summary.csv and summary.md, as the vllm-bench scenarios write them. */
    SUMMARY("summary"),
    /** The files requests.parquet and steps.parquet. */
    PARQUET("parquet"),
    /** A JSON file per step, as vllm bench serve writes it. */
    VLLM("vllm");

    private final String id;

    ExportFormat(String id) {
        this.id = id;
    }

    public String id() {
        return id;
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
