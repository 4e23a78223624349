package io.tidemark.app.cli.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.Shell;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RedactedCommandLineTest {
    @TempDir
    private Path home;

    private String given(String... arguments) {
        try (Shell shell = new Shell(home)) {
            return RedactedCommandLine.of(shell.command()
                    .commandLine()
                    .parseArgs(arguments)
                    .subcommand()
                    .commandSpec());
        }
    }

    @Test
    void theCommandCanBePasted() {
        assertThat(given("run", "my plan.yaml", "--set", "steps[0].rate=3", "--team", "a"))
                .isEqualTo("tidemark run 'my plan.yaml' --set 'steps[0].rate=3' --team a");
        assertThat(given("bench", "serve", "--model", "m")).isEqualTo("tidemark bench serve --model m");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "bench"})
    void theRegistrysPasswordIsNotKeptWithTheRun(String verb) {
        assertThat(given(
                        verb,
                        "--registry-setting",
                        "basic.auth.user.info=me:hush",
                        "--registry-setting=basic.auth.user.info=me:hush=",
                        "--registry",
                        "http://me:hush@registry:8081"))
                .isEqualTo("tidemark " + verb + " --registry-setting 'basic.auth.user.info=***'"
                        + " '--registry-setting=basic.auth.user.info=***' --registry 'http://***@registry:8081'");
    }

    @Test
    void headersThatAreSecretsAreNotKeptWithTheRun() {
        assertThat(given(
                        "bench",
                        "--header",
                        "Authorization=Bearer hush",
                        "X-Route=b",
                        "x-api-key=hush",
                        "--header=Cookie=hush",
                        "--model",
                        "m"))
                .isEqualTo("tidemark bench --header 'Authorization=***' X-Route=b 'x-api-key=***' '--header=Cookie=***'"
                        + " --model m");
    }
}
