package io.tidemark.sinks.sink;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.sinks.consume.Begin;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.retention.Retention;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * What a sink reads and where it stores it.
 *
 * @param bootstrapServers Kafka, {@code host:port} joined by commas
 * @param kafkaSettings further settings of Kafka's clients, such as {@code security.protocol}
 * @param store where to, made when it is not there
 * @param teams whose topics; empty for every team there is, and every one to come
 * @param begin where topics of which the store holds nothing are read from
 * @param lostAfter after which silence of its lanes a run that says it is running is held for lost
 */
public record SinkOptions(
        String bootstrapServers,
        Map<String, String> kafkaSettings,
        RegistryConfig registry,
        StoreAddress store,
        Set<Team> teams,
        Retention retention,
        Begin begin,
        Duration lostAfter) {
    /** Spools and reconnecting lanes are quiet for a minute or two. */
    public static final Duration LOST_AFTER = Duration.ofMinutes(1);

    public SinkOptions {
        if (bootstrapServers.isBlank()) {
            throw new IllegalArgumentException("bootstrapServers of a sink must not be blank");
        }
        kafkaSettings = Map.copyOf(kafkaSettings);
        teams = Set.copyOf(teams);
    }

    /** From all that Kafka holds, with the default limit of silence. */
    public SinkOptions(
            String bootstrapServers,
            Map<String, String> kafkaSettings,
            RegistryConfig registry,
            StoreAddress store,
            Set<Team> teams,
            Retention retention) {
        this(bootstrapServers, kafkaSettings, registry, store, teams, retention, Begin.OLDEST, LOST_AFTER);
    }

    /** The same from there. */
    public SinkOptions beginning(Begin there) {
        return new SinkOptions(bootstrapServers, kafkaSettings, registry, store, teams, retention, there, lostAfter);
    }

    /** Into a SQLite file, with default retention, and nothing else set of Kafka's clients. */
    public static SinkOptions of(String bootstrapServers, RegistryConfig registry, Path store, Set<Team> teams) {
        return new SinkOptions(bootstrapServers, Map.of(), registry, StoreAddress.of(store), teams, Retention.DEFAULT);
    }
}
