package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.app.CommandException;
import io.tidemark.app.ExitCode;
import io.tidemark.app.cli.Shell;
import io.tidemark.schemas.Team;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackendTest {
    private static final Team TEAM = new Team("default");

    @TempDir
    private Path home;

    /** Its end would take the stack away from under the second one. */
    @Test
    void aStackThatAnotherRunStartedForItselfIsRefusedWithTheWayOut() {
        long other = ProcessHandle.current().parent().orElseThrow().pid();
        StackFile.in(home)
                .write(new StackFile.Entry(
                        "127.0.0.1:1", "http://127.0.0.1:1", "store.db", other, StackOwner.ONE_COMMAND));

        try (Shell shell = new Shell(home)) {
            assertThatThrownBy(() -> Backend.open(shell.surroundings(), Optional.empty(), TEAM, Optional.empty()))
                    .isInstanceOfSatisfying(
                            CommandException.class,
                            refused -> assertThat(refused.exitCode()).isEqualTo(ExitCode.INFRASTRUCTURE))
                    .hasMessageContaining(home.toString())
                    .hasMessageContaining("process " + other)
                    .hasMessageContaining("tidemark up");
        }
    }

    @Test
    void theStackOfARunIsItsOwnAndThatOfUpIsAnybodys() {
        assertThat(StackOptions.ofOneCommand(home, TEAM).owner()).isEqualTo(StackOwner.ONE_COMMAND);
        assertThat(new StackOptions(home, "127.0.0.1", 0, 0, List.of(TEAM)).owner())
                .isEqualTo(StackOwner.ANYBODY);
    }
}
