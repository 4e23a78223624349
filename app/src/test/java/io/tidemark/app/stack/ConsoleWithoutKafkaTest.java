package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sinks.store.sqlite.SqliteStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("integration")
final class ConsoleWithoutKafkaTest {
    /** Nothing listens there. */
    private static final String NOWHERE = "127.0.0.1:1";

    @TempDir
    private Path home = Path.of("");

    @Test
    void theStoreIsShownWhileKafkaDoesNotAnswer() throws Exception {
        SqliteStore.open(home.resolve("store.db")).close();
        try (TidemarkProcess console = TidemarkProcess.start(
                home,
                "console",
                "--http",
                "0",
                "--kafka",
                NOWHERE,
                "--registry",
                "http://" + NOWHERE,
                "--store",
                home.resolve("store.db").toString())) {
            console.await(() -> console.out().contains("Ctrl-C ends it."));
            assertThat(console.err())
                    .contains("Kafka at " + NOWHERE + " does not answer")
                    .contains("The console shows the store, and tries the topics again");
        }
    }
}
