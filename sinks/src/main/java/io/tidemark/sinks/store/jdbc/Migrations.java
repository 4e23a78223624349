package io.tidemark.sinks.store.jdbc;

import io.tidemark.sinks.store.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;

/**
 * Brings a store to the version that this program knows, all steps in one transaction: it gets there or stays untouched. The
 * version is SQLite's {@code user_version}, the number of migrations that the file has seen.
 */
public final class Migrations {
    private final List<String> scripts;

    public Migrations(List<String> scripts) {
        this.scripts = List.copyOf(scripts);
    }

    /** The numbered SQL files beside this class. A released one is never edited: a change is a new one. */
    public static Migrations bundled() {
        return new Migrations(List.of(
                resource("001_results.sql"),
                resource("002_dead_letters.sql"),
                resource("003_truth.sql"),
                resource("004_load.sql"),
                resource("005_publishing.sql"),
                resource("006_slo.sql"),
                resource("007_segments.sql"),
                resource("008_budgets.sql"),
                resource("009_moved_words.sql"),
                resource("010_result_flags.sql"),
                resource("011_imports.sql")));
    }

    public int version() {
        return scripts.size();
    }

    /** Brings the store up to date over a connection that has auto-commit on. */
    public void apply(Connection connection, Path file) throws SQLException {
        int found = versionOf(connection);
        requireNotNewer(found, file);
        if (found == version()) {
            return;
        }
        try {
            Transactions.run(connection, () -> applyMissing(connection));
        } catch (SQLException e) {
            throw new StoreException(
                    "store " + file + " could not be brought from version " + found + " to " + version()
                            + " and was left as it is: " + e.getMessage(),
                    e);
        }
    }

    private int applyMissing(Connection connection) throws SQLException {
        int found = versionOf(connection);
        for (String script : scripts.subList(found, version())) {
            Transactions.execute(connection, script);
        }
        Transactions.execute(connection, "PRAGMA user_version = " + version());
        return found;
    }

    /** For readers, which change nothing. */
    public void requireCurrent(Connection connection, Path file) throws SQLException {
        int found = versionOf(connection);
        requireNotNewer(found, file);
        if (found < version()) {
            throw new StoreException("store " + file + " has version " + found + " but this tidemark reads version "
                    + version() + ": start the sink on it once, which brings it up to date");
        }
    }

    private void requireNotNewer(int found, Path file) {
        if (found > version()) {
            throw new StoreException(
                    "store " + file + " has version " + found + " but this tidemark knows versions up to " + version()
                            + ": use the newer tidemark that wrote it");
        }
    }

    public static int versionOf(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("PRAGMA user_version")) {
            row.next();
            return row.getInt(1);
        }
    }

    private static String resource(String name) {
        try (InputStream stream = Migrations.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(stream, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name, e);
        }
    }
}
