package io.tidemark.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("integration")
final class PostgresServerTest {
    @TempDir
    private Path folder;

    @BeforeAll
    static void requireServer() {
        assumeTrue(
                PostgresServer.obstacle().isEmpty(),
                () -> PostgresServer.obstacle().orElseThrow());
    }

    @Test
    void keepsWhatWasCommittedThroughKillsAndHardStops() throws SQLException {
        try (PostgresServer server = PostgresServer.start(folder)) {
            execute(server, "CREATE TABLE kept (value INT); INSERT INTO kept VALUES (1)");
            server.kill();
            assertThatThrownBy(() -> count(server)).isInstanceOf(SQLException.class);
            server.startAgain();
            execute(server, "INSERT INTO kept VALUES (2)");
            server.stopImmediately();
            server.startAgain();
            assertThat(count(server)).isEqualTo(2);
        }
    }

    private static void execute(PostgresServer server, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.url());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static int count(PostgresServer server) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.url());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM kept")) {
            row.next();
            return row.getInt(1);
        }
    }
}
