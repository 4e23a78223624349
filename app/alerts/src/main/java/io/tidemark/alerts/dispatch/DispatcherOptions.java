package io.tidemark.alerts.dispatch;

import io.tidemark.alerts.receiver.Receiver;
import io.tidemark.alerts.rule.TeamRules;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.alert.Alert;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * What a dispatcher reads and whom it notifies.
 *
 * @param bootstrapServers Kafka, {@code host:port} joined by commas
 * @param kafkaSettings further settings of Kafka's clients, such as {@code security.protocol}
 * @param store where alerts and deliveries are kept
 * @param teams whose topics; empty for every team there is, and every one to come
 * @param receivers closed by the dispatcher
 * @param routes the names of the receivers of an alert
 * @param disks folders whose disks are watched
 */
public record DispatcherOptions(
        String bootstrapServers,
        Map<String, String> kafkaSettings,
        RegistryConfig registry,
        StoreAddress store,
        Set<Team> teams,
        TeamRules.Configuration rules,
        List<Receiver> receivers,
        Function<Alert, List<String>> routes,
        List<Path> disks) {
    public DispatcherOptions {
        kafkaSettings = Map.copyOf(kafkaSettings);
        teams = Set.copyOf(teams);
        receivers = List.copyOf(receivers);
        disks = List.copyOf(disks);
    }
}
