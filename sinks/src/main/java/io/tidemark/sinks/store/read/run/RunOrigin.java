package io.tidemark.sinks.store.read.run;

import java.util.Map;

/** What a run was made from, so that it can be repeated: plan (JSON, no prompt text), hashes (SHA-256, hex), command, labels and the declared server flags of its phase. */
public record RunOrigin(
        String planJson,
        String planHash,
        String workloadHash,
        long seed,
        String command,
        String toolVersion,
        Map<String, String> labels,
        Map<String, String> phaseConfig) {
    public RunOrigin {
        labels = Map.copyOf(labels);
        phaseConfig = Map.copyOf(phaseConfig);
    }
}
