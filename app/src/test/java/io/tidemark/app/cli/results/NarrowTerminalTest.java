package io.tidemark.app.cli.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.Shell;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Prose of a report, of a comparison and of lists fits a terminal of 80 columns. */
final class NarrowTerminalTest {
    private static final int COLUMNS = 80;

    @TempDir
    private Path home;

    @BeforeEach
    void store() {
        try (StoredRuns runs = new StoredRuns(home.resolve("store.db"))) {
            runs.inTurns(
                    5,
                    StoredRuns.Kind.of("baseline"),
                    StoredRuns.Kind.of("slower").slowerBy(1.3));
        }
    }

    /** A row of a table has gaps between its columns; a path is not broken. */
    private boolean isProse(String line) {
        return !line.strip().contains("   ") && !line.contains(home.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "compare baseline slower",
                "gate --baseline baseline --candidate slower",
                "runs list",
                "runs show 01JD8Z6K3M5TQX9V2R7C0W0000",
                "report 01JD8Z6K3M5TQX9V2R7C0W0000"
            })
    void noLineIsWiderThanTheTerminal(String command) {
        try (Shell shell = new Shell(home, COLUMNS)) {
            shell.run(command.split(" "));
            assertThat(shell.out()).as(shell.err()).isNotBlank();
            assertThat((shell.out() + shell.err()).lines().filter(this::isProse))
                    .allMatch(line -> line.length() <= COLUMNS);
        }
    }
}
