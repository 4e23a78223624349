package io.tidemark.faults;

import io.tidemark.fixtures.process.Await;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;

/** Waits for brokers. */
final class BrokerReadiness {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private BrokerReadiness() {}

    /** Until a cluster has so many brokers. */
    static void awaitAll(String bootstrapServers, int count) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            Await.until(() -> alive(admin) >= count, LIMIT, () -> alive(admin) + " of " + count + " brokers");
        }
    }

    private static int alive(Admin admin) {
        try {
            return admin.describeCluster().nodes().get(5, TimeUnit.SECONDS).size();
        } catch (ExecutionException | TimeoutException e) {
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
