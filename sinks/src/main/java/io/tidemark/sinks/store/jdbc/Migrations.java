package io.tidemark.sinks.store.jdbc;

import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.StoreRightException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Brings a store to the version that this program knows, all steps in one transaction: it gets there or stays untouched. The
 * version is the number of the last migration that the store has seen; numbers rise, and some are left out.
 *
 * <p>Versions may differ by one release: a store of an earlier version is read as if it had the columns that it lacks, and one of a later
 * version is read and written as long as it says that this version's programs still can. A store of before the first migration is refused.
 */
public final class Migrations {
    /** SQL's state of what a login may not do. */
    private static final String NO_RIGHT = "42501";

    private static final String MIGRATE = "tidemark admin store migrate";
    private static final List<String> FILES = List.of("001_baseline.sql");

    private final List<Migration> migrations;
    private final StoreViews views;
    private final String rights;

    /** Migrations after which there are no views. */
    public Migrations(List<Migration> migrations) {
        this(migrations, new StoreViews(""), "");
    }

    private Migrations(List<Migration> migrations, StoreViews views, String rights) {
        this.migrations = List.copyOf(migrations);
        this.views = views;
        this.rights = rights;
        for (int i = 1; i < migrations.size(); i++) {
            if (migrations.get(i).number() <= migrations.get(i - 1).number()) {
                throw new IllegalArgumentException(
                        "migration " + migrations.get(i).number() + " must have a number above "
                                + migrations.get(i - 1).number() + ", which stands before it");
            }
        }
    }

    /**
     * Those of a database: the numbered SQL files in the folder {@code migrations} beside a class. A released one is never edited: a
     * change is a new one.
     */
    public static Migrations beside(Class<?> database) {
        return new Migrations(scripts(database), views(database), "");
    }

    /**
     * As {@link #beside(Class)}.
     *
     * @param rights a file that runs after every migration and its views: who may read and write what
     */
    public static Migrations beside(Class<?> database, String rights) {
        return new Migrations(scripts(database), views(database), resource(database, rights));
    }

    private static List<Migration> scripts(Class<?> database) {
        return FILES.stream()
                .map(file -> Migration.of(file, resource(database, file)))
                .toList();
    }

    private static StoreViews views(Class<?> database) {
        return new StoreViews(resource(database, "views.sql"));
    }

    /** These and then another. */
    public Migrations and(Migration last) {
        return new Migrations(
                Stream.concat(migrations.stream(), Stream.of(last)).toList(), views, rights);
    }

    /** In the order of their numbers. */
    public List<Migration> all() {
        return migrations;
    }

    /** The number of the last one. */
    public int version() {
        return migrations.get(migrations.size() - 1).number();
    }

    private int first() {
        return migrations.get(0).number();
    }

    private int oldestProgram() {
        return migrations.stream()
                .flatMapToInt(migration -> migration.oldestProgram().stream())
                .max()
                .orElse(first());
    }

    private List<Migration> after(int number) {
        return migrations.stream()
                .filter(migration -> migration.number() > number)
                .toList();
    }

    /** Brings the store up to date; one of a later version that this program can use stays as it is. */
    public void apply(Database store, Connection connection) throws SQLException {
        StoreVersion found = store.dialect().version(connection);
        requireUsable(found, store);
        if (found.number() >= version()) {
            return;
        }
        try {
            new Transactions(store.dialect(), connection).run(() -> applyMissing(store.dialect(), connection));
        } catch (SQLException e) {
            throw StoreRightException.of(
                    "store " + store + " could not be brought from version " + found.number() + " to " + version()
                            + " and was left as it is: " + e.getMessage()
                            + (NO_RIGHT.equals(e.getSQLState()) ? "; whoever owns it has to: " + MIGRATE : ""),
                    e);
        }
    }

    private StoreVersion applyMissing(Dialect dialect, Connection connection) throws SQLException {
        dialect.lockForMigration(connection);
        StoreVersion found = dialect.version(connection);
        if (found.number() >= version()) {
            // Another program was faster.
            return found;
        }
        views.drop(connection);
        for (Migration migration : after(found.number())) {
            Transactions.execute(connection, migration.script());
        }
        views.make(connection);
        if (!rights.isEmpty()) {
            Transactions.execute(connection, rights);
        }
        dialect.setVersion(connection, new StoreVersion(version(), Math.max(oldestProgram(), found.oldestProgram())));
        return found;
    }

    /** For readers, which change nothing: how to ask a store of this version. */
    MissingColumns readable(Database store, Connection connection) throws SQLException {
        StoreVersion found = store.dialect().version(connection);
        requireUsable(found, store);
        if (found.number() == 0) {
            throw new StoreException("there is no store at " + store + ": a sink makes it (tidemark up, or sink)");
        }
        return new MissingColumns(store.dialect(), after(found.number()));
    }

    private void requireUsable(StoreVersion found, Database store) {
        if (found.number() > 0 && found.number() < first()) {
            throw new StoreException("store " + store + " has version " + found.number()
                    + ", but this tidemark has version " + version() + " and reads and writes versions from " + first()
                    + " on: the store was left as it is."
                    + " A release that knows both versions brings it on with `" + MIGRATE + " --store " + store + "`;"
                    + " or read it with the tidemark that wrote it, and give this one another --store:"
                    + " its sink makes it, and fills it with what Kafka still holds");
        }
        if (found.number() > version() && found.oldestProgram() > version()) {
            throw new StoreException("store " + store + " has version " + found.number()
                    + ", which programs from version " + found.oldestProgram()
                    + " on can use, but this tidemark has version " + version()
                    + ": use the newer tidemark that wrote it");
        }
    }

    /** The text of a file in the folder {@code migrations} beside a class. */
    public static String resource(Class<?> database, String file) {
        String name = "migrations/" + file;
        try (InputStream stream = database.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(stream, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name, e);
        }
    }
}
