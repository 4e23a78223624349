package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.reports.failure.OperationException;
import io.tidemark.sinks.store.address.StoreAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StoreLocationTest {
    private static final String URL = "jdbc:postgresql://db.example:5433/bench?user=perf";

    @TempDir
    private Path folder;

    @Test
    void aPasswordComesFromAFileOrTheEnvironmentAndIsNeverPartOfTheText() throws Exception {
        Path file = Files.writeString(folder.resolve("password"), "from the file\n");
        assertThat(password(new StoreLocation(URL, Optional.of(file)))).contains("from the file");
        assertThat(password(new StoreLocation(URL, Optional.empty()))).contains("from the variable");
        assertThat(place(new StoreLocation(URL, Optional.of(file)))).hasToString(URL);
    }

    @Test
    void aPasswordInTheUrlIsRefusedAndNotRepeated() {
        assertThatThrownBy(() -> place(new StoreLocation(URL + "&password=hunter2", Optional.empty())))
                .isInstanceOf(OperationException.class)
                .hasMessageContaining("must not hold a password")
                .hasMessageNotContaining("hunter2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://db/bench?user=perf&PASSWORD=hunter2",
                "jdbc:postgresql://db/bench;password=hunter2",
                "jdbc:postgresql://perf:hunter2@db/bench",
                "jdbc:postgresql:perf:hunter2@db",
                "postgresql://perf:hunter2@db/bench",
                "postgres://perf:hunter2@db/bench",
                "JDBC:postgresql://perf:hunter2@db/bench",
                "jdbc:mysql://db/bench?password=hunter2",
                "sqlite:///hunter2.db"
            })
    void aUrlThatIsNoStoresIsRefusedAndWhatMayBeAPasswordIsNotRepeated(String url) {
        assertThatThrownBy(() -> place(new StoreLocation(url, Optional.empty())))
                .isInstanceOf(OperationException.class)
                .hasMessageStartingWith("--store: a store")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void aSchemeThatNoStoreHasIsNamed() {
        assertThatThrownBy(() -> place(new StoreLocation("postgres://db/bench", Optional.empty())))
                .hasMessageContaining("jdbc:postgresql://HOST[:PORT]/DATABASE?user=NAME")
                .hasMessageContaining("begins with postgres://");
    }

    @Test
    void aFilesNameMayHaveAColon() {
        assertThat(place(new StoreLocation("results:today.db", Optional.empty())))
                .isEqualTo(StoreAddress.of(Path.of("results:today.db")));
    }

    @Test
    void whatIsNoUrlIsAFile() {
        assertThat(place(new StoreLocation("results/store.db", Optional.empty())))
                .isEqualTo(StoreAddress.of(Path.of("results/store.db")));
    }

    private static Optional<String> password(StoreLocation place) {
        return ((StoreAddress.OnServer) place(place)).server().password();
    }

    private static StoreAddress place(StoreLocation place) {
        return place.address(Map.of("TIDEMARK_STORE_PASSWORD", "from the variable"));
    }
}
