package io.tidemark.app.cli.operate;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.postgres.PostgresServer;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

@Tag("integration")
final class PostgresStoreCommandTest extends StoreCommandContract {
    private static final AtomicInteger SCHEMAS = new AtomicInteger();

    @TempDir
    private static Path folder;

    private static PostgresServer server;

    @BeforeAll
    static void startServer() {
        assumeTrue(
                PostgresServer.obstacle().isEmpty(),
                () -> PostgresServer.obstacle().orElseThrow());
        server = PostgresServer.start(folder);
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    @Override
    String freshStore() {
        return server.url() + "&currentSchema=store_" + SCHEMAS.incrementAndGet();
    }
}
