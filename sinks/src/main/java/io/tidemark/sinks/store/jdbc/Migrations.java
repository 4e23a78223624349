package io.tidemark.sinks.store.jdbc;

import io.tidemark.sinks.store.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;

/**
 * Brings a store to the version that this program knows, all steps in one transaction: it gets there or stays untouched. The
 * version is the number of migrations that the store has seen.
 */
public final class Migrations {
    private final List<String> scripts;
    private final Views views;

    /** Migrations after which there are no views. */
    public Migrations(List<String> scripts) {
        this(scripts, new Views(""));
    }

    private Migrations(List<String> scripts, Views views) {
        this.scripts = List.copyOf(scripts);
        this.views = views;
    }

    /** The numbered SQL files beside this class. A released one is never edited: a change is a new one. */
    public static Migrations bundled() {
        return new Migrations(
                List.of(
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
                        resource("011_imports.sql"),
                        resource("012_places.sql"),
                        resource("013_blocks.sql"),
                        resource("014_comparisons.sql"),
                        resource("015_retentions.sql"),
                        resource("016_views.sql"),
                        resource("017_judgements.sql"),
                        resource("018_view_types.sql"),
                        resource("047_capacity_loads.sql")),
                new Views(resource("views.sql")));
    }

    public int version() {
        return scripts.size();
    }

    /** Brings the store up to date. */
    void apply(Database store, Connection connection) throws SQLException {
        int found = store.dialect().version(connection);
        requireNotNewer(found, store);
        if (found == version()) {
            return;
        }
        try {
            new Transactions(store.dialect(), connection).run(() -> applyMissing(store.dialect(), connection));
        } catch (SQLException e) {
            throw new StoreException(
                    "store " + store + " could not be brought from version " + found + " to " + version()
                            + " and was left as it is: " + e.getMessage(),
                    e);
        }
    }

    private int applyMissing(Dialect dialect, Connection connection) throws SQLException {
        dialect.lockForMigration(connection);
        int found = dialect.version(connection);
        views.drop(connection);
        for (String script : scripts.subList(Math.min(found, version()), version())) {
            Transactions.execute(connection, dialect.translated(script));
        }
        views.make(dialect, connection);
        dialect.setVersion(connection, version());
        return found;
    }

    /** For readers, which change nothing. */
    void requireCurrent(Database store, Connection connection) throws SQLException {
        int found = store.dialect().version(connection);
        requireNotNewer(found, store);
        if (found == 0) {
            throw new StoreException("there is no store at " + store + ": a sink makes it (tidemark up, or sink)");
        }
        if (found < version()) {
            throw new StoreException("store " + store + " has version " + found + " but this tidemark reads version "
                    + version() + ": bring it up to date with `tidemark store migrate --store '" + store
                    + "'`, or start this version's sink on it");
        }
    }

    private void requireNotNewer(int found, Database store) {
        if (found > version()) {
            throw new StoreException(
                    "store " + store + " has version " + found + " but this tidemark knows versions up to " + version()
                            + ": use the newer tidemark that wrote it");
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
