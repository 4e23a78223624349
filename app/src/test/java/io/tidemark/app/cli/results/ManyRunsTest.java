package io.tidemark.app.cli.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.events.LoadKind;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ten runs against ten, each of five steps of 1,000 requests. */
class ManyRunsTest {
    @TempDir
    private Path home;

    @Test
    void areComparedAsAWhole() {
        StoredRuns.Kind base = StoredRuns.Kind.of("baseline").of(LoadKind.RATE, List.of(0.5, 1.0, 1.5, 2.0, 2.5));
        StoredRuns.Kind slower =
                StoredRuns.Kind.of("slower").slowerBy(1.3).of(LoadKind.RATE, List.of(0.5, 1.0, 1.5, 2.0, 2.5));
        try (StoredRuns runs = new StoredRuns(home.resolve("store.db"))) {
            // In turns: where one side ran first as a whole the gate decides nothing.
            for (int run = 0; run < 10; run++) {
                runs.add(1, base);
                runs.add(1, slower);
            }
        }
        try (Shell shell = new Shell(home)) {
            int code = shell.run("gate", "--baseline", "baseline", "--candidate", "slower");

            assertThat(code).as(shell.err()).isEqualTo(ExitCode.SLO_NOT_MET.code());
            assertThat(shell.out()).contains("10 runs");
        }
    }
}
