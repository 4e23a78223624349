package io.tidemark.sinks.store.postgres;

import static io.tidemark.fixtures.runs.Events.RUN;
import static io.tidemark.fixtures.runs.Events.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.fixtures.runs.Events;
import io.tidemark.postgres.PostgresServer;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.WriteBatch;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Readers and writers before a server that ends and starts again. */
@Tag("integration")
final class ReconnectTest {
    private static final RunKey KEY = new RunKey(new Team("perf"), RUN);

    @TempDir
    private Path folder;

    @Test
    void readersAndWritersGoOnOnceTheServerIsBack() {
        assumeTrue(
                PostgresServer.obstacle().isEmpty(),
                () -> PostgresServer.obstacle().orElseThrow());
        try (PostgresServer server = PostgresServer.start(folder)) {
            PostgresAddress address = new PostgresAddress(server.url(), Optional.empty());
            try (ResultStore store = PostgresStore.open(address);
                    ResultReader reader = PostgresStore.openReader(address)) {
                store(store, 0);
                assertThat(reader.requestCount(KEY)).isEqualTo(1);

                server.kill();
                server.startAgain();
                assertThat(reader.requestCount(KEY))
                        .as("nothing was asked while it was away")
                        .isEqualTo(1);

                server.kill();
                assertThatThrownBy(() -> reader.requestCount(KEY))
                        .isInstanceOf(StoreException.class)
                        .hasMessageContaining(address.url());
                assertThatThrownBy(() -> store(store, 1)).isInstanceOf(StoreException.class);
                server.startAgain();
                store(store, 1);
                assertThat(reader.requestCount(KEY)).isEqualTo(2);

                assertThatThrownBy(() -> reader.inSnapshot(snapshot -> {
                            long before = snapshot.requestCount(KEY);
                            server.kill();
                            server.startAgain();
                            return before + snapshot.requestCount(KEY);
                        }))
                        .as("two states of the store are never taken for one")
                        .isInstanceOf(StoreException.class);
                assertThat(reader.requestCount(KEY)).isEqualTo(2);

                long whole = reader.inSnapshot(snapshot -> {
                    long count = snapshot.requestCount(KEY);
                    server.kill();
                    return count;
                });
                assertThat(whole).as("it was read before the server ended").isEqualTo(2);
                server.startAgain();
                assertThat(reader.requestCount(KEY)).isEqualTo(2);
            }
        }
    }

    private static void store(ResultStore store, int sequence) {
        store.write(new WriteBatch(
                List.of(new StoreChange.StoredEvent(
                        KEY.team(), START, Events.request(sequence, 100).build())),
                List.of()));
    }
}
