package io.tidemark.alerts.dispatch;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.alerts.rule.TeamRules;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.sinks.store.address.StoreAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A dispatcher in a process of its own: Kafka, registry, store, the URL of its receiver and the team. It ends when its standard input does. */
final class DispatcherProcess {
    private DispatcherProcess() {}

    static DispatcherOptions options(String kafka, String registry, Path store, URI receiver, Team team) {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        return new DispatcherOptions(
                kafka,
                Map.of(),
                RegistryConfig.embedded(registry),
                StoreAddress.of(store),
                Set.of(team),
                TeamRules.Configuration.defaults(),
                List.of(new HttpReceiver(receiver, client)),
                alert -> List.of("ledger"),
                List.of());
    }

    public static void main(String[] arguments) throws Exception {
        DispatcherOptions options = options(
                arguments[0], arguments[1], Path.of(arguments[2]), URI.create(arguments[3]), new Team(arguments[4]));
        AlertDispatcher dispatcher = AlertDispatcher.start(
                options, new DispatcherClocks(System::nanoTime, Instant::now), new SimpleMeterRegistry());
        while (System.in.read() >= 0) {
            // Nobody says anything.
        }
        dispatcher.close();
    }
}
