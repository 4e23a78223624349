package io.tidemark.sinks.store.sqlite;

import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.alert.AlertStore;
import io.tidemark.sinks.store.annotation.AnnotationStore;
import io.tidemark.sinks.store.baseline.BaselineStore;
import io.tidemark.sinks.store.jdbc.Migrations;
import io.tidemark.sinks.store.jdbc.session.JdbcAlertStore;
import io.tidemark.sinks.store.jdbc.session.JdbcAnnotationStore;
import io.tidemark.sinks.store.jdbc.session.JdbcBaselineStore;
import io.tidemark.sinks.store.jdbc.session.JdbcStore;
import io.tidemark.sinks.store.read.ResultReader;
import java.nio.file.Path;

/** The result store in one SQLite file. Readers never wait for the writer. */
public final class SqliteStore {
    private SqliteStore() {}

    static Migrations migrations() {
        return Migrations.beside(SqliteStore.class);
    }

    /**
     * Opens a store to write to, making or migrating it as needed.
     *
     * @throws StoreException if a newer tidemark wrote it, or it cannot be opened or migrated
     */
    public static ResultStore open(Path file) {
        return open(file, migrations());
    }

    static ResultStore open(Path file, Migrations migrations) {
        return JdbcStore.open(new SqliteFile(file), migrations);
    }

    /**
     * Opens a store only to read, e.g. while a sink in another process writes to it.
     *
     * @throws StoreException if there is none, or it has another version
     */
    public static ResultReader openReader(Path file) {
        return JdbcStore.openReader(new SqliteFile(file), migrations());
    }

    /** The alerts in the store, made or migrated as needed at the first call that works. */
    public static AlertStore openAlerts(Path file) {
        return new JdbcAlertStore(new SqliteFile(file), migrations());
    }

    /** The baselines in the store, made or migrated as needed at the first call that works. */
    public static BaselineStore openBaselines(Path file) {
        return new JdbcBaselineStore(new SqliteFile(file), migrations());
    }

    /** The annotations in the store, made or migrated as needed at the first call that works. */
    public static AnnotationStore openAnnotations(Path file) {
        return new JdbcAnnotationStore(new SqliteFile(file), migrations());
    }
}
