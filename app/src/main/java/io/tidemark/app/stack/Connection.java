package io.tidemark.app.stack;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.sinks.sink.SinkOptions;
import io.tidemark.sinks.store.Retention;
import io.tidemark.streams.StreamsOptions;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;

/**
 * How to reach a cluster.
 *
 * @param bootstrapServers of Kafka
 * @param registry of the schemas
 * @param clientSettings of every Kafka client, such as security
 */
public record Connection(String bootstrapServers, RegistryConfig registry, Map<String, String> clientSettings) {
    public Connection {
        clientSettings = Map.copyOf(clientSettings);
    }

    /** An admin client; the caller closes it. */
    public Admin admin() {
        Map<String, Object> settings = new HashMap<>(clientSettings);
        settings.put("bootstrap.servers", bootstrapServers);
        settings.put("client.id", "tidemark-admin");
        settings.put("request.timeout.ms", "5000");
        settings.put("default.api.timeout.ms", "15000");
        return Admin.create(settings);
    }

    /** Options of a streams host on this cluster; no teams means every team. */
    public StreamsOptions streams(Path stateDir, Set<Team> teams) {
        return new StreamsOptions(
                new StreamsOptions.Kafka(bootstrapServers, clientSettings),
                registry,
                stateDir,
                teams.stream().map(Team::name).collect(Collectors.toSet()),
                StreamsOptions.Tuning.defaults());
    }

    /** Options of a sink from this cluster into a store; no teams means every team. */
    public SinkOptions sink(Path store, Set<Team> teams) {
        return new SinkOptions(bootstrapServers, clientSettings, registry, store, teams, Retention.DEFAULT);
    }
}
