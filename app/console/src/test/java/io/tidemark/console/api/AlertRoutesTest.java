package io.tidemark.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.console.StoredRun;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.alert.AlertStore;
import io.tidemark.web.access.Caller;
import io.tidemark.web.access.Scope;
import io.tidemark.web.server.ListenAddress;
import io.tidemark.web.server.WebLimits;
import io.tidemark.web.server.WebSecurity;
import io.tidemark.web.server.WebServer;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server with a store whose answers about mutes wait. A token is a name before its team. */
@Tag("integration")
@Timeout(60)
final class AlertRoutesTest {
    private static final Instant START = Instant.parse("2026-11-26T10:00:00Z");

    @TempDir
    private Path folder = Path.of("");

    private final HttpClient http = HttpClient.newHttpClient();
    private final Semaphore begun = new Semaphore(0);
    private final CountDownLatch slowness = new CountDownLatch(1);

    @Test
    void slowAlertsOfOneTeamLeaveTheStoreToAnother() throws Exception {
        Path file = folder.resolve("store.db");
        StoredRun.write(file, new Team("perf"), Events.RUN, START);
        StoreAddress store = StoreAddress.of(file);
        try (AlertStore alerts = store.openAlerts();
                StoreReaders readers = new StoreReaders(store, Duration.ofMillis(50));
                WebServer server = WebServer.start(
                        new ListenAddress("127.0.0.1", 0),
                        new WebSecurity(Optional.empty(), Optional.of(AlertRoutesTest::caller), WebLimits.USUAL),
                        routes -> new AlertRoutes(slow(alerts), () -> START).addTo(new StoreRoutes(routes, readers)))) {
            URI url = URI.create(server.url() + ConsoleApi.PREFIX + "/alerts");
            CompletableFuture<Integer> ana = ask(url, "ana-perf");
            CompletableFuture<Integer> bob = ask(url, "bob-perf");
            assertThat(begun.tryAcquire(StoreReaders.MAX_READERS_OF_TEAM, 60, TimeUnit.SECONDS))
                    .isTrue();
            assertThat(ask(url, "eve-perf").get()).as("a third of the team").isEqualTo(503);
            assertThat(ask(url, "nina-nightly").get()).isEqualTo(200);
            slowness.countDown();
            assertThat(ana.get()).isEqualTo(200);
            assertThat(bob.get()).isEqualTo(200);
        }
    }

    private static Optional<Caller> caller(String token) {
        String team = token.substring(token.indexOf('-') + 1);
        return Optional.of(new Caller(token, Optional.of(new Team(team)), Set.of(Scope.READ)));
    }

    private AlertStore slow(AlertStore alerts) {
        return (AlertStore) Proxy.newProxyInstance(
                AlertStore.class.getClassLoader(), new Class<?>[] {AlertStore.class}, (proxy, method, parameters) -> {
                    if (method.getName().equals("mutes")) {
                        begun.release();
                        slowness.await();
                    }
                    return method.invoke(alerts, parameters);
                });
    }

    private CompletableFuture<Integer> ask(URI url, String token) {
        HttpRequest request = HttpRequest.newBuilder(url)
                .header("Authorization", "Bearer " + token)
                .build();
        return http.sendAsync(request, HttpResponse.BodyHandlers.discarding()).thenApply(HttpResponse::statusCode);
    }
}
