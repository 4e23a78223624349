package io.tidemark.app.cli.team;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegistryUsersOptionsTest {
    @TempDir
    private Path home = Path.of("");

    @ParameterizedTest
    @CsvSource({
        "add perf, --commands",
        "add perf, --store-only",
        "remove perf, --store-only",
        "list, --store-only",
    })
    void whatLeavesTheRegistryAloneIsRefusedBesideItsUsers(String verb, String option) throws Exception {
        String[] command = ("admin team " + verb + " --registry-users users.json " + option).split(" ");
        try (Shell shell = new Shell(home)) {
            assertThat(shell.run(command)).isEqualTo(ExitCode.USAGE.code());
            assertThat(shell.err()).contains(option + " does not go together with --registry-users");
        }
    }

    @ParameterizedTest
    @CsvSource({"add perf", "remove perf", "list"})
    void aFileThatCannotBeReadIsNamedBeforeKafkaIsAsked(String verb) throws Exception {
        Path none = home.resolve("none.json");
        String[] command = ("admin team " + verb + " --registry-users " + none).split(" ");
        try (Shell shell = new Shell(home)) {
            assertThat(shell.run(command)).isEqualTo(ExitCode.USAGE.code());
            assertThat(shell.err()).contains("--registry-users: ").contains("none.json");
        }
    }
}
