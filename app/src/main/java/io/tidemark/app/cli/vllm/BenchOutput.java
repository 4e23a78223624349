package io.tidemark.app.cli.vllm;

import io.tidemark.importers.vllm.bench.MetricSelection;
import io.tidemark.importers.vllm.bench.PeakConcurrencyRule;
import io.tidemark.importers.vllm.bench.VllmGoodputLimits;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What is to be made of the requests.
 *
 * @param label prefix of the file's name
 * @param modelId as it was asked for; empty: the one that the server named
 * @param tokenizerId as it was asked for; empty: the model's
 * @param countsTokens false with {@code --skip-tokenizer-init}
 * @param metadata keys of their own in the file
 */
public record BenchOutput(
        MetricSelection selection,
        VllmGoodputLimits goodput,
        PeakConcurrencyRule peakRule,
        Optional<String> label,
        Optional<String> modelId,
        Optional<String> tokenizerId,
        boolean countsTokens,
        Map<String, String> metadata,
        Saving saving) {
    public BenchOutput {
        metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
    }

    /**
     * Where the result goes.
     *
     * @param save false: nowhere
     * @param append to what the file has already
     * @param folder made if missing
     * @param fileName instead of vLLM's pattern
     */
    public record Saving(
            boolean save, boolean detailed, boolean append, Optional<Path> folder, Optional<String> fileName) {
        boolean isAsked() {
            return save || append;
        }
    }
}
