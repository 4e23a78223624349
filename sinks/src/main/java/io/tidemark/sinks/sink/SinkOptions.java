package io.tidemark.sinks.sink;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.sinks.store.Retention;
import io.tidemark.sinks.store.address.StoreAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/**
 * What a sink reads and where it stores it.
 *
 * @param bootstrapServers Kafka, {@code host:port} joined by commas
 * @param kafkaSettings further settings of Kafka's clients, such as {@code security.protocol}
 * @param store where to, made when it is not there
 * @param teams whose topics; empty for every team there is, and every one to come
 */
public record SinkOptions(
        String bootstrapServers,
        Map<String, String> kafkaSettings,
        RegistryConfig registry,
        StoreAddress store,
        Set<Team> teams,
        Retention retention) {
    public SinkOptions {
        if (bootstrapServers.isBlank()) {
            throw new IllegalArgumentException("bootstrapServers of a sink must not be blank");
        }
        kafkaSettings = Map.copyOf(kafkaSettings);
        teams = Set.copyOf(teams);
    }

    /** Into a SQLite file, with default retention, and nothing else set of Kafka's clients. */
    public static SinkOptions of(String bootstrapServers, RegistryConfig registry, Path store, Set<Team> teams) {
        return new SinkOptions(bootstrapServers, Map.of(), registry, StoreAddress.of(store), teams, Retention.DEFAULT);
    }
}
