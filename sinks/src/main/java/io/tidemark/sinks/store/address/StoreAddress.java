package io.tidemark.sinks.store.address;

import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.alert.AlertStore;
import io.tidemark.sinks.store.annotation.AnnotationStore;
import io.tidemark.sinks.store.baseline.BaselineStore;
import io.tidemark.sinks.store.postgres.PostgresAddress;
import io.tidemark.sinks.store.postgres.PostgresStore;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where a store is. Its text names it in messages and holds no secret. */
public sealed interface StoreAddress {
    /** What URLs begin with; a file's name may have a colon. */
    Pattern SCHEME = Pattern.compile("^(jdbc:[a-z0-9+.-]*:?|[a-z][a-z0-9+.-]*://)", Pattern.CASE_INSENSITIVE);

    /**
     * Opens the store to write to, making or migrating it as needed.
     *
     * @throws StoreException if it cannot be opened; a server that is away is waited for
     */
    ResultStore open();

    /**
     * Opens the store only to read, e.g. while a sink in another process writes to it.
     *
     * @throws StoreException if there is none, or it has another version
     */
    ResultReader openReader();

    /** Opens the alerts in the store, making or migrating it as needed at the first call that works. */
    AlertStore openAlerts();

    /** Opens the baselines in the store to write them, making or migrating it as needed at the first call that works. */
    BaselineStore openBaselines();

    /** Opens the annotations in the store to write them, making or migrating it as needed at the first call that works. */
    AnnotationStore openAnnotations();

    static StoreAddress of(Path file) {
        return new InFile(file);
    }

    /**
     * The store that {@code place} names: a file, or a PostgreSQL server by its JDBC URL.
     *
     * @param password of the server's user, if it asks for one
     * @throws IllegalArgumentException if it is a URL that cannot be a store's, or holds a password
     */
    static StoreAddress of(String place, Optional<String> password) {
        if (place.startsWith(PostgresAddress.PREFIX)) {
            return new OnServer(new PostgresAddress(place, password));
        }
        Matcher scheme = SCHEME.matcher(place);
        if (scheme.find()) {
            // The rest is not repeated: it may hold a password.
            throw new IllegalArgumentException(
                    "a store is a SQLite file, named by its path, or jdbc:postgresql://HOST[:PORT]/DATABASE?user=NAME,"
                            + " but this begins with " + scheme.group());
        }
        return new InFile(Path.of(place));
    }

    /** A SQLite file. */
    record InFile(Path file) implements StoreAddress {
        @Override
        public ResultStore open() {
            return SqliteStore.open(file);
        }

        @Override
        public ResultReader openReader() {
            return SqliteStore.openReader(file);
        }

        @Override
        public AlertStore openAlerts() {
            return SqliteStore.openAlerts(file);
        }

        @Override
        public BaselineStore openBaselines() {
            return SqliteStore.openBaselines(file);
        }

        @Override
        public AnnotationStore openAnnotations() {
            return SqliteStore.openAnnotations(file);
        }

        @Override
        public String toString() {
            return file.toString();
        }
    }

    /** A PostgreSQL server. */
    record OnServer(PostgresAddress server) implements StoreAddress {
        @Override
        public ResultStore open() {
            return PostgresStore.open(server);
        }

        @Override
        public ResultReader openReader() {
            return PostgresStore.openReader(server);
        }

        @Override
        public AlertStore openAlerts() {
            return PostgresStore.openAlerts(server);
        }

        @Override
        public BaselineStore openBaselines() {
            return PostgresStore.openBaselines(server);
        }

        @Override
        public AnnotationStore openAnnotations() {
            return PostgresStore.openAnnotations(server);
        }

        @Override
        public String toString() {
            return server.toString();
        }
    }
}
