package io.tidemark.sinks.store.postgres;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.jdbc.Database;
import io.tidemark.sinks.store.jdbc.Dialect;
import io.tidemark.sinks.store.jdbc.Transactions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;

/** A store's server, and its connections, each set up for what it is for. */
record PostgresDatabase(PostgresAddress address) implements Database {
    /** How long a connection waits for another's lock. */
    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(10);
    /** A server that says nothing for so long is taken for gone; maintenance of a large store stays below. */
    private static final Duration SILENCE_TIMEOUT = Duration.ofMinutes(5);
    /** The server ends a transaction in which a frozen process holds its locks. */
    private static final Duration IDLE_TIMEOUT = Duration.ofMinutes(1);
    /** Of a sink whose machine is gone the server knows within a minute, not Linux' two hours, and gives its teams to another sink. */
    private static final Duration GONE_ASKED_AFTER = Duration.ofSeconds(30);

    private static final Duration GONE_ASKED_EVERY = Duration.ofSeconds(10);
    private static final int GONE_AFTER_QUESTIONS = 3;
    /** A batch of some thousands of rows is staged and sorted in memory. */
    private static final String BATCH_MEMORY = "64MB";

    @Override
    public Dialect dialect() {
        return new PostgresDialect();
    }

    @Override
    public Connection connectToWrite() throws SQLException {
        return connect(connection -> {
            execute(connection, "SET lock_timeout = " + LOCK_TIMEOUT.toMillis());
            execute(connection, "SET work_mem = '" + BATCH_MEMORY + "'");
            execute(connection, "SET temp_buffers = '" + BATCH_MEMORY + "'");
            execute(connection, "SET idle_in_transaction_session_timeout = " + IDLE_TIMEOUT.toMillis());
            execute(connection, "SET tcp_keepalives_idle = " + GONE_ASKED_AFTER.toSeconds());
            execute(connection, "SET tcp_keepalives_interval = " + GONE_ASKED_EVERY.toSeconds());
            execute(connection, "SET tcp_keepalives_count = " + GONE_AFTER_QUESTIONS);
            Optional<String> schema = address.schema();
            if (schema.isPresent()) {
                makeSchema(connection, schema.get());
            }
        });
    }

    /** Creates the schema only if it is missing: a role that may not create schemas can still use an existing one. */
    private static void makeSchema(Connection connection, String schema) throws SQLException {
        try (Statement statement = connection.createStatement();
                var row = statement.executeQuery("SELECT current_schema() IS NULL")) {
            row.next();
            if (row.getBoolean(1)) {
                execute(connection, "CREATE SCHEMA IF NOT EXISTS \"" + schema + "\"");
            }
        }
    }

    /** Before the first row comes: a row that found no partition of its day would keep it from being made. */
    @Override
    public void migrated(Connection connection) throws SQLException {
        new Transactions(dialect(), connection).run(() -> {
            PostgresTimePartitions.make(connection);
            return connection;
        });
    }

    /** One state of the store from the first query to the rollback. */
    @Override
    public Connection connectToRead() throws SQLException {
        return connect(connection -> {
            connection.setReadOnly(true);
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        });
    }

    /** An advisory lock: it ends with the session, so that what takes over after a crash waits for no lease. */
    @Override
    public Optional<Claim> claim(Connection connection, ClaimRole role, Team team) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT pg_try_advisory_lock(hashtextextended("
                + "'tidemark ' || ? || ' ' || current_schema() || ' ' || ?, 0))")) {
            statement.setString(1, role.word());
            statement.setString(2, team.name());
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getBoolean(1) ? Optional.of(() -> {}) : Optional.empty();
            }
        }
    }

    /** A server that lost its tables says so. */
    @Override
    public Optional<Object> identity() {
        return Optional.empty();
    }

    private Connection connect(SetUp setUp) throws SQLException {
        Properties settings = address.settings();
        settings.setProperty("socketTimeout", Long.toString(SILENCE_TIMEOUT.toSeconds()));
        Connection connection = DriverManager.getConnection(address.url(), settings);
        try {
            setUp.on(connection);
            connection.setAutoCommit(false);
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public String toString() {
        return address.toString();
    }

    @FunctionalInterface
    private interface SetUp {
        void on(Connection connection) throws SQLException;
    }
}
