package io.tidemark.reports.run;

import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.ServerQuery;
import io.tidemark.sinks.store.read.ServerSampleRow;
import io.tidemark.sinks.store.read.run.RunRow;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What the server of a run says of itself.
 *
 * @param labels of its info series, by {@code series.label}
 */
public record ServerInfo(Map<String, String> labels) {
    /** The series of vLLM that describes the KV cache; its labels follow. */
    public static final String CACHE_CONFIG = "vllm:cache_config_info.";

    public static final ServerInfo NONE = new ServerInfo(Map.of());

    /**
     * From the run's start. A run scrapes each page once a second, in virtual time every five, and gives up on a page after three: at least six
     * scrapes. More would say nothing else, as info series do not change while a server runs, and comparisons read many runs.
     */
    private static final Duration SEEN_WITHIN = Duration.ofSeconds(30);

    private static final String COUNT = "\\d{1,9}";

    public ServerInfo {
        labels = Map.copyOf(labels);
    }

    /** Of the run's first target, from its last scrape in that time that has any. */
    static ServerInfo of(ResultReader results, RunRow run) {
        return run.targets().stream()
                .findFirst()
                .map(target -> results.servers(new ServerQuery(
                        run.key().team(),
                        target.name(),
                        run.started(),
                        run.started().plus(SEEN_WITHIN))))
                .orElse(List.of())
                .stream()
                .map(ServerSampleRow::info)
                .filter(info -> !info.isEmpty())
                .reduce((earlier, later) -> later)
                .map(ServerInfo::new)
                .orElse(NONE);
    }

    /** "404,944 tokens": what its KV cache holds, blocks times tokens per block; empty where it does not say. */
    public String kvCapacity() {
        String blocks = labels.getOrDefault(CACHE_CONFIG + "num_gpu_blocks", "");
        String blockTokens = labels.getOrDefault(CACHE_CONFIG + "block_size", "");
        return blocks.matches(COUNT) && blockTokens.matches(COUNT)
                ? ValueText.count(Long.parseLong(blocks) * Long.parseLong(blockTokens)) + " tokens"
                : "";
    }
}
