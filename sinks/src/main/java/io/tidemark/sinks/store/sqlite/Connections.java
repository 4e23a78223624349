package io.tidemark.sinks.store.sqlite;

import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.jdbc.Migrations;
import io.tidemark.sinks.store.jdbc.Transactions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.SynchronousMode;

/** Opens connections to a store's file, each set up for what it is for. */
final class Connections {
    /** How long a connection waits for another's lock. */
    private static final Duration BUSY_TIMEOUT = Duration.ofSeconds(10);

    private Connections() {}

    /**
     * A connection that writes, for {@link Transactions}. A power cut may take its last transactions, but whole ones: offsets go
     * with their rows, so the sink reads them again.
     */
    static Connection writing(Path file, Migrations migrations) {
        createFolder(file);
        SQLiteConfig config = config();
        config.enforceForeignKeys(true);
        config.setSynchronous(SynchronousMode.NORMAL);
        return opened(file, config, connection -> {
            migrations.apply(connection, file);
            writeAhead(connection);
        });
    }

    /** A connection that only reads, without auto-commit: a snapshot lasts until the rollback. */
    static Connection reading(Path file, Migrations migrations) {
        if (!Files.isRegularFile(file)) {
            throw new StoreException("there is no store at " + file + ": a sink makes it (tidemark up, or sink)");
        }
        SQLiteConfig config = config();
        config.setReadOnly(true);
        return opened(file, config, connection -> {
            connection.setAutoCommit(false);
            migrations.requireCurrent(connection, file);
            connection.rollback();
        });
    }

    private static SQLiteConfig config() {
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout((int) BUSY_TIMEOUT.toMillis());
        return config;
    }

    private static void writeAhead(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA journal_mode = WAL");
        }
    }

    private static Connection opened(Path file, SQLiteConfig config, SetUp setUp) {
        try {
            Connection connection = config.createConnection("jdbc:sqlite:" + file.toAbsolutePath());
            return prepared(connection, setUp);
        } catch (SQLException e) {
            throw new StoreException("store " + file + " cannot be opened: " + e.getMessage(), e);
        }
    }

    private static Connection prepared(Connection connection, SetUp setUp) throws SQLException {
        try {
            setUp.on(connection);
            return connection;
        } catch (SQLException | StoreException e) {
            connection.close();
            throw e;
        }
    }

    private static void createFolder(Path file) {
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
        } catch (IOException e) {
            throw new StoreException("the folder of store " + file + " cannot be made: " + e.getMessage(), e);
        }
    }

    @FunctionalInterface
    private interface SetUp {
        void on(Connection connection) throws SQLException;
    }
}
