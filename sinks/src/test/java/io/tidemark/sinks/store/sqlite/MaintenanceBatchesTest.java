package io.tidemark.sinks.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.WriteBatch;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.retention.Retention;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MaintenanceBatchesTest {
    private static final Team TEAM = new Team("perf");
    private static final Instant IN_A_YEAR = Events.START.plus(Duration.ofDays(365));

    @TempDir
    private Path folder;

    /** 5,000 rows, of which the 4,500th cannot be taken out: the batches before it are. */
    @Test
    void whatABacklogsFirstBatchesTookOutStaysOutWhenALaterOneFails() throws Exception {
        Path file = folder.resolve("tidemark.db");
        try (ResultStore store = SqliteStore.open(file);
                ResultReader reader = store.reader()) {
            List<StoreChange> requests = new ArrayList<>();
            for (int n = 0; n < 5_000; n++) {
                requests.add(new StoreChange.StoredEvent(
                        TEAM, Events.START.plusMillis(n), Events.request(n, 100).build()));
            }
            store.write(new WriteBatch(requests, List.of()));
            execute(
                    file,
                    "CREATE TRIGGER stuck BEFORE DELETE ON requests WHEN old.lane_seq = 4500"
                            + " BEGIN SELECT RAISE(ABORT, 'stuck'); END");
            assertThatThrownBy(() -> store.maintain(TEAM, Retention.DEFAULT, IN_A_YEAR))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("stuck");
            assertThat(reader.requestCount(new RunKey(TEAM, Events.RUN))).isEqualTo(1_000);

            execute(file, "DROP TRIGGER stuck");
            assertThat(store.maintain(TEAM, Retention.DEFAULT, IN_A_YEAR).requests())
                    .isEqualTo(1_000);
            assertThat(reader.requestCount(new RunKey(TEAM, Events.RUN))).isZero();
        }
    }

    private static void execute(Path file, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }
}
