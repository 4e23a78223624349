package io.tidemark.reports.compare;

import io.tidemark.schemas.FlagMismatch;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.run.QualityRow;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.read.run.SloRow;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A run with what comparisons need of it.
 *
 * @param steps those that have a result
 * @param quality what its model's answers were worth
 * @param serverInfo labels of the server's info series, by {@code series.label}
 */
public record ComparedRun(
        RunRow row,
        List<SloRow> slo,
        List<ComparedStep> steps,
        List<QualityRow> quality,
        Map<String, String> serverInfo) {
    private static final String CACHE_INFO = "vllm:cache_config_info.";
    private static final String COUNT = "\\d{1,9}";

    public ComparedRun {
        slo = List.copyOf(slo);
        steps = List.copyOf(steps);
        quality = List.copyOf(quality);
        serverInfo = Map.copyOf(serverInfo);
    }

    public String id() {
        return row.key().run();
    }

    /** Whether there is nothing to compare of it. */
    boolean isEmpty() {
        return steps.isEmpty() && quality.isEmpty();
    }

    /** What it asked, as one name; several where it had several targets. */
    public String model() {
        return row.targets().stream().map(target -> target.model()).distinct().collect(Collectors.joining(", "));
    }

    public String serverVersion() {
        return row.targets().stream()
                .flatMap(target -> target.serverVersion().stream())
                .distinct()
                .collect(Collectors.joining(", "));
    }

    /** "404,944 tokens": what its server's KV cache holds, by {@code vllm:cache_config_info}: blocks times tokens per block; empty where it does not say. */
    public String kvCapacity() {
        String blocks = serverInfo.getOrDefault(CACHE_INFO + "num_gpu_blocks", "");
        String blockTokens = serverInfo.getOrDefault(CACHE_INFO + "block_size", "");
        return blocks.matches(COUNT) && blockTokens.matches(COUNT)
                ? ValueText.count(Long.parseLong(blocks) * Long.parseLong(blockTokens)) + " tokens"
                : "";
    }

    /** Remarks on declared flags that its server contradicts. */
    public List<String> flagMismatches() {
        return row.notes().remarks().stream().filter(FlagMismatch::isRemark).toList();
    }
}
