package io.tidemark.app.transfer;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What runs can be exported as. */
public enum ExportFormat {
    /** A CSV file per step, one row per request, as the vllm-bench scenarios write it. */
    CSV,
    /** The files summary.csv and summary.md, as the vllm-bench scenarios write them. */
    SUMMARY,
    /** The files requests.parquet and steps.parquet. */
    PARQUET,
    /** A JSON file per step, as vllm bench serve writes it. */
    VLLM;

    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws IllegalArgumentException naming the known ids */
    public static ExportFormat parse(String id) {
        List<String> ids = Arrays.stream(values()).map(ExportFormat::id).toList();
        return Arrays.stream(values())
                .filter(format -> format.id().equals(id))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("format must be one of " + ids + " but was \"" + id + "\""));
    }
}
