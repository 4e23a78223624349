package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.exit.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that does not exist is named in the message of the command that was to read it: so it is seen which one was taken. */
final class UserDefaultsTest {
    @TempDir
    private Path home;

    @Test
    void anOptionGoesBeforeTheEnvironmentWhichGoesBeforeTheFileWhichGoesBeforeTheDefault() throws Exception {
        assertThat(error(Map.of(), "report")).contains(home.resolve("store.db").toString());

        Files.writeString(home.resolve("tidemark.yaml"), "store: of-the-file.db\n");
        assertThat(error(Map.of(), "report")).contains("of-the-file.db");

        Map<String, String> environment = Map.of("TIDEMARK_STORE", "of-the-environment.db");
        assertThat(error(environment, "report")).contains("of-the-environment.db");
        assertThat(error(environment, "report", "--store", "of-the-option.db")).contains("of-the-option.db");
    }

    @Test
    void theFileCanBeElsewhere() throws Exception {
        Path file = Files.writeString(home.resolve("other.yaml"), "team: Not A Team\n");
        assertThat(error(Map.of("TIDEMARK_CONFIG", file.toString()), "up"))
                .contains("--team: team must match")
                .contains("Not A Team");
    }

    @Test
    void kafkaAndRegistryGoTogetherWhereverTheyAreSaid() throws Exception {
        Files.writeString(home.resolve("tidemark.yaml"), "kafka: 127.0.0.1:1\n");
        assertThat(error(Map.of(), "admin", "topics", "list")).contains("--kafka and --registry go together");
        assertThat(error(Map.of("TIDEMARK_REGISTRY", "http://127.0.0.1:1"), "admin", "topics", "list"))
                .contains("Kafka at 127.0.0.1:1 does not answer");
    }

    @Test
    void aKeyThatIsNoneIsRefusedWithFileAndLine() throws Exception {
        Path file = Files.writeString(home.resolve("tidemark.yaml"), "team: perf\nkafak: 127.0.0.1:9092\n");
        try (Shell shell = new Shell(home)) {
            assertThat(shell.run("report")).isEqualTo(ExitCode.USAGE.code());
            assertThat(shell.err()).contains(file + ":2").contains("kafak");
        }
    }

    @Test
    void aFileThatIsNamedAndNotThereIsRefused() {
        assertThat(error(Map.of("TIDEMARK_CONFIG", "none.yaml"), "report"))
                .contains("TIDEMARK_CONFIG names none.yaml, which is no file");
    }

    private String error(Map<String, String> environment, String... command) {
        try (Shell shell = new Shell(home, environment)) {
            assertThat(shell.run(command)).isNotZero();
            return shell.err();
        }
    }
}
