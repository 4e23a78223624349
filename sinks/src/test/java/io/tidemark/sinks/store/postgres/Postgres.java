package io.tidemark.sinks.store.postgres;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.postgres.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.utils.Utils;

/** The one PostgreSQL server of all tests in this process; each store has a schema of its own in it. */
public final class Postgres {
    private static final AtomicInteger STORES = new AtomicInteger();

    private Postgres() {}

    /** An address where nothing is yet. Skips the test, saying why, where PostgreSQL cannot run. */
    public static PostgresAddress fresh() {
        requireServer();
        return new PostgresAddress(
                Shared.SERVER.url() + "&currentSchema=store_" + STORES.incrementAndGet(), Optional.empty());
    }

    /** The address of a store that is there, with every row taken out: quicker than a fresh one. */
    public static PostgresAddress emptied() throws SQLException {
        requireServer();
        PostgresAddress address = new PostgresAddress(Shared.SERVER.url() + "&currentSchema=emptied", Optional.empty());
        try (Connection connection = DriverManager.getConnection(address.url());
                Statement statement = connection.createStatement()) {
            statement.execute("""
                    DO $$ DECLARE names TEXT; BEGIN
                        -- A superuser may: the trigger that keeps the audit is for everybody else.
                        PERFORM set_config('session_replication_role', 'replica', true);
                        SELECT string_agg(quote_ident(tablename), ', ') INTO names FROM pg_tables
                            WHERE schemaname = 'emptied' AND tablename <> 'store_version';
                        IF names IS NOT NULL THEN EXECUTE 'TRUNCATE ' || names; END IF;
                    END $$""");
        }
        return address;
    }

    private static void requireServer() {
        assumeTrue(
                PostgresServer.obstacle().isEmpty(),
                () -> PostgresServer.obstacle().orElseThrow());
    }

    /** Started when it is asked for first, killed when the process ends, and nothing of it left. */
    private static final class Shared {
        private static final PostgresServer SERVER = start();

        private static PostgresServer start() {
            try {
                Path folder = Files.createTempDirectory("tidemark-postgres");
                PostgresServer server = PostgresServer.start(folder);
                Runtime.getRuntime().addShutdownHook(new Thread(() -> end(server, folder)));
                return server;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static void end(PostgresServer server, Path folder) {
            server.close();
            try {
                Utils.delete(folder.toFile());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
