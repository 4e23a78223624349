package io.tidemark.sinks.store.sqlite;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.files.PrivateFiles;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.jdbc.Database;
import io.tidemark.sinks.store.jdbc.Dialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** A store's file, and its connections, each set up for what it is for. */
record SqliteFile(Path file) implements Database {
    /** How long a connection waits for another's lock. */
    private static final Duration BUSY_TIMEOUT = Duration.ofSeconds(10);

    private static final Duration LOCK_PAUSE = Duration.ofMillis(50);

    @Override
    public Dialect dialect() {
        return new SqliteDialect();
    }

    /**
     * A power cut may take its last transactions, but whole ones: offsets go with their rows, so the sink reads them again.
     */
    @Override
    public Connection connectToWrite() throws SQLException {
        createFolder();
        SQLiteConfig config = config();
        config.enforceForeignKeys(true);
        config.setSynchronous(SynchronousMode.NORMAL);
        return connect(config);
    }

    /** Readers never wait for the writer from then on. */
    @Override
    public void migrated(Connection connection) throws SQLException {
        int attempts = 0;
        while (!hasWriteAheadLog(connection, attempts)) {
            attempts++;
            LockSupport.parkNanos(LOCK_PAUSE.toNanos());
        }
    }

    /** Of two connections that turn it on at once, SQLite refuses one without waiting, whatever the busy timeout says. */
    private static boolean hasWriteAheadLog(Connection connection, int attempts) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA journal_mode = WAL");
            return true;
        } catch (SQLException e) {
            if (isBusy(e) && attempts < BUSY_TIMEOUT.dividedBy(LOCK_PAUSE)) {
                return false;
            }
            throw e;
        }
    }

    private static boolean isBusy(SQLException error) {
        return error instanceof SQLiteException failed && failed.getResultCode() == SQLiteErrorCode.SQLITE_BUSY;
    }

    @Override
    public Connection connectToRead() throws SQLException {
        if (!Files.isRegularFile(file)) {
            throw new StoreException("there is no store at " + file + ": a sink makes it (tidemark up, or sink)");
        }
        SQLiteConfig config = config();
        config.setReadOnly(true);
        Connection connection = connect(config);
        connection.setAutoCommit(false);
        return connection;
    }

    /**
     * SQLite's own lock of a file beside the store, which nothing is written to: the system gives it back when the process ends, however
     * that ends.
     */
    @Override
    public Optional<Claim> claim(Connection connection, ClaimRole role, Team team) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(0);
        Path lockFile = file.resolveSibling(file.getFileName() + "-" + role.word() + "-" + team.name());
        Connection lock = config.createConnection("jdbc:sqlite:" + lockFile.toAbsolutePath());
        try (Statement statement = lock.createStatement()) {
            statement.executeUpdate("BEGIN EXCLUSIVE");
            return Optional.of(lock::close);
        } catch (SQLException e) {
            lock.close();
            if (isBusy(e)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public Optional<Object> identity() {
        try {
            return Optional.ofNullable(
                    Files.readAttributes(file, BasicFileAttributes.class).fileKey());
        } catch (NoSuchFileException e) {
            return Optional.of("no file");
        } catch (IOException e) {
            throw new StoreException("the file of store " + file + " cannot be looked at: " + e.getMessage(), e);
        }
    }

    private static SQLiteConfig config() {
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout((int) BUSY_TIMEOUT.toMillis());
        return config;
    }

    private Connection connect(SQLiteConfig config) throws SQLException {
        return config.createConnection("jdbc:sqlite:" + file.toAbsolutePath());
    }

    private void createFolder() {
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                PrivateFiles.createDirectories(folder);
            }
            PrivateFiles.createIfMissing(file);
        } catch (IOException e) {
            throw new StoreException("the store " + file + " cannot be made: " + e.getMessage(), e);
        }
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
