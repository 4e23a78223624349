package io.tidemark.sinks.store.postgres;

import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.alert.AlertStore;
import io.tidemark.sinks.store.annotation.AnnotationStore;
import io.tidemark.sinks.store.baseline.BaselineStore;
import io.tidemark.sinks.store.jdbc.Database;
import io.tidemark.sinks.store.jdbc.Migrations;
import io.tidemark.sinks.store.jdbc.session.JdbcAlertStore;
import io.tidemark.sinks.store.jdbc.session.JdbcAnnotationStore;
import io.tidemark.sinks.store.jdbc.session.JdbcBaselineStore;
import io.tidemark.sinks.store.jdbc.session.JdbcStore;
import io.tidemark.sinks.store.read.ResultReader;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The result store in a PostgreSQL server, for many teams and many readers. */
public final class PostgresStore {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresStore.class);

    private static final String RIGHTS = "row_security.sql";

    private PostgresStore() {}

    static Migrations migrations() {
        return Migrations.beside(PostgresStore.class, RIGHTS);
    }

    /** The script that says who may read and write what; it may run at any time. */
    static String rights() {
        return Migrations.resource(PostgresStore.class, RIGHTS);
    }

    /**
     * Opens a store to write to, making or migrating it as needed. A server that is away is waited for: each call tries again.
     *
     * @throws StoreException if a newer tidemark wrote it, the server refuses the user, or it cannot be migrated
     */
    public static ResultStore open(PostgresAddress address) {
        return open(address, migrations());
    }

    static ResultStore open(PostgresAddress address, Migrations migrations) {
        Database database = new PostgresDatabase(address);
        try {
            return JdbcStore.open(database, migrations);
        } catch (StoreException e) {
            if (!isAway(e)) {
                throw e;
            }
            LOG.warn("{}; it is waited for", e.getMessage());
            return JdbcStore.openLazily(database, migrations);
        }
    }

    /**
     * Opens a store only to read.
     *
     * @throws StoreException if there is none, it has another version, or the server is away
     */
    public static ResultReader openReader(PostgresAddress address) {
        return JdbcStore.openReader(new PostgresDatabase(address), migrations());
    }

    /** The alerts in the store, made or migrated as needed at the first call that works. */
    public static AlertStore openAlerts(PostgresAddress address) {
        return new JdbcAlertStore(new PostgresDatabase(address), migrations());
    }

    /** The baselines in the store, made or migrated as needed at the first call that works. */
    public static BaselineStore openBaselines(PostgresAddress address) {
        return new JdbcBaselineStore(new PostgresDatabase(address), migrations());
    }

    /** The annotations in the store, made or migrated as needed at the first call that works. */
    public static AnnotationStore openAnnotations(PostgresAddress address) {
        return new JdbcAnnotationStore(new PostgresDatabase(address), migrations());
    }

    /** Class 08 of SQL's states is a connection that failed; 57P03 is a server that starts or stops. */
    private static boolean isAway(StoreException e) {
        return e.getCause() instanceof SQLException cause
                && cause.getSQLState() != null
                && (cause.getSQLState().startsWith("08") || cause.getSQLState().equals("57P03"));
    }
}
