package io.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.Shell;
import io.tidemark.fixtures.RepositoryFiles;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shares of planned cached tokens that docs/how-to/choose-a-workload.md names are those that {@code tidemark prompts} prints. */
final class PlannedCacheTest {
    private static final Pattern SHARES = Pattern.compile(
            "cached +([\\d.]+) % of the prompt tokens are repeated within the step, ([\\d.]+) % of its measured");
    private static final String PLAN = "deploy/plans/h200-conversations.yaml";

    @TempDir
    private Path home;

    private String shares(int step) {
        try (Shell shell = new Shell(home)) {
            String plan = RepositoryFiles.path(PLAN).toString();
            assertThat(shell.run("prompts", plan, "--stats", "--step", Integer.toString(step)))
                    .as(shell.err())
                    .isZero();
            Matcher shares = SHARES.matcher(shell.out());
            assertThat(shares.find()).as(shell.out()).isTrue();
            return shares.group(1) + " % (" + shares.group(2) + " %";
        }
    }

    @Test
    void thePageNamesWhatTheCommandPrints() {
        assertThat(RepositoryFiles.read("docs/how-to/choose-a-workload.md"))
                .contains(shares(1) + " of the measured part) at 0.05 conversations per second")
                .contains(shares(5) + ") at 0.3");
    }
}
