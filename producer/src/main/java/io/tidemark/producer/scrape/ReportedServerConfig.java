package io.tidemark.producer.scrape;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a server says of its own configuration.
 *
 * @param version as {@code /version} says
 * @param maxModelLen tokens of prompt and answer together, as {@code /v1/models} says of the model
 * @param engines labels of the info series of each engine, by {@code series.label}
 */
public record ReportedServerConfig(
        Optional<String> version, OptionalLong maxModelLen, List<Map<String, String>> engines) {
    public static final ReportedServerConfig NOTHING =
            new ReportedServerConfig(Optional.empty(), OptionalLong.empty(), List.of());

    public ReportedServerConfig {
        engines = engines.stream().map(Map::copyOf).toList();
    }
}
