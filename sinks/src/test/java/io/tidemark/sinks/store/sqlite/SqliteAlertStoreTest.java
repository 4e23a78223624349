package io.tidemark.sinks.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.AlertStoreContract;
import io.tidemark.sinks.store.SourceOffset;
import io.tidemark.sinks.store.SourcePartition;
import io.tidemark.sinks.store.alert.AlertStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SqliteAlertStoreTest extends AlertStoreContract {
    private static final int OPENERS = 8;
    private static final int ROUNDS = 40;

    @TempDir
    private Path folder;

    /** As `up` and the commands of a second terminal may. */
    @Test
    void aNewStoreIsOpenedBySeveralAtOnce() throws Exception {
        ExecutorService several = Executors.newFixedThreadPool(OPENERS);
        try {
            for (int round = 0; round < ROUNDS; round++) {
                Path file = folder.resolve(round + ".db");
                CyclicBarrier together = new CyclicBarrier(OPENERS);
                List<Future<Map<SourcePartition, SourceOffset>>> opened = new ArrayList<>();
                for (int opener = 0; opener < OPENERS; opener++) {
                    opened.add(several.submit(() -> {
                        together.await();
                        try (AlertStore store = SqliteStore.openAlerts(file)) {
                            return store.offsets(Team.DEFAULT);
                        }
                    }));
                }
                for (Future<Map<SourcePartition, SourceOffset>> one : opened) {
                    assertThat(one.get()).isEmpty();
                }
            }
        } finally {
            several.shutdownNow();
        }
    }

    @Override
    protected AlertStore open() {
        return again();
    }

    @Override
    protected AlertStore again() {
        return SqliteStore.openAlerts(folder.resolve("results.db"));
    }
}
