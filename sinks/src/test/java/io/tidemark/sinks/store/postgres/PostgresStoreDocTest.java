package io.tidemark.sinks.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreDocContract;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("integration")
final class PostgresStoreDocTest extends StoreDocContract {
    private PostgresAddress address = new PostgresAddress("jdbc:postgresql:none", java.util.Optional.empty());

    @Override
    protected ResultStore open() {
        address = Postgres.fresh();
        return PostgresStore.open(address);
    }

    @Override
    protected Connection connect() throws SQLException {
        return DriverManager.getConnection(address.url());
    }

    /** What is numeric reaches pandas and others as objects, not as numbers. */
    @Test
    void numbersOfViewsAreWholeOrDoublePrecision() throws Exception {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet columns = statement.executeQuery(
                        "SELECT COUNT(*), COUNT(*) FILTER (WHERE data_type = 'numeric'),"
                                + " COUNT(*) FILTER (WHERE data_type = 'double precision') FROM information_schema.columns"
                                + " WHERE table_schema = current_schema() AND table_name IN"
                                + " (SELECT table_name FROM information_schema.views WHERE table_schema = current_schema())")) {
            columns.next();
            assertThat(columns.getLong(2)).isZero();
            assertThat(columns.getLong(3)).isGreaterThan(30);
        }
    }

    @Test
    void theServerLooksWhetherASinksMachineIsStillThere() throws Exception {
        try (Connection connection = new PostgresDatabase(address).connectToWrite();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT current_setting('tcp_keepalives_idle'),"
                        + " current_setting('tcp_keepalives_interval'), current_setting('tcp_keepalives_count')")) {
            row.next();
            assertThat(row.getString(1)).isEqualTo("30");
            assertThat(row.getString(2)).isEqualTo("10");
            assertThat(row.getString(3)).isEqualTo("3");
        }
    }

    @Test
    void windowsOfAStretchOfTimeAreFoundByAnIndex() throws Exception {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SET enable_seqscan = off");
            try (ResultSet plan = statement.executeQuery("EXPLAIN SELECT * FROM window_series"
                    + " WHERE time BETWEEN '2026-11-22T13:00:00Z' AND '2026-11-22T13:05:00Z'")) {
                StringBuilder lines = new StringBuilder();
                while (plan.next()) {
                    lines.append(plan.getString(1)).append('\n');
                }
                assertThat(lines).contains("window_stats_until_").doesNotContain("Seq Scan on window_stats");
            }
        }
    }

    @Test
    void aRunFromBeforeAllTimestampsLeavesItsViewReadable() throws Exception {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE runs SET started_micros = -9000000000000000000");
            try (ResultSet row = statement.executeQuery("SELECT started, ended FROM run_overview")) {
                assertThat(row.next()).isTrue();
                assertThat(row.getTimestamp("started")).isNull();
            }
        }
    }

    @Test
    void theRoleThatOnlyReadsReadsAndDoesNotWrite() throws Exception {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP ROLE IF EXISTS tidemark_reader");
            statement.execute(blocks("postgresql")
                    .get(0)
                    .replace("current_schema", address.schema().orElseThrow()));
            statement.execute("SET ROLE tidemark_reader");
            Assertions.assertThatCode(() -> statement.execute("SELECT * FROM history"))
                    .doesNotThrowAnyException();
            assertThatThrownBy(() -> statement.execute("DELETE FROM requests"))
                    .hasMessageContaining("permission denied");
            statement.execute("RESET ROLE");
            statement.execute("DROP OWNED BY tidemark_reader");
            statement.execute("DROP ROLE tidemark_reader");
        }
    }
}
