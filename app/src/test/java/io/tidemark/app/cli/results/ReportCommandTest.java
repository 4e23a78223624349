package io.tidemark.app.cli.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.Shell;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReportCommandTest {
    @TempDir
    private Path home;

    @BeforeEach
    void store() {
        try (StoredRuns runs = new StoredRuns(home.resolve("store.db"))) {
            runs.add(2, StoredRuns.Kind.of("baseline").in("older"));
            runs.add(1, StoredRuns.Kind.of("baseline").in("newer"));
        }
    }

    @Test
    void withoutRunsItIsOnTheExperimentThatIsListedFirst() {
        assertThat(said(0, "runs", "list", "--limit", "1")).contains("newer / baseline");
        assertThat(said(0, "report")).contains("reports/newer/report.html");
        assertThat(said(0, "report", "--experiment", "older")).contains("reports/older/report.html");
    }

    @Test
    void runsThatDecideBesideThoseThatAreShownAreCounted() throws Exception {
        said(0, "report", "--experiment", "older");
        assertThat(Files.readString(home.resolve("reports/older/report.md")))
                .contains(" from 1 run; the answer rests on 2 runs.");

        said(0, "report", "--experiment", "newer");
        assertThat(Files.readString(home.resolve("reports/newer/report.md"))).contains(" from 1 run.");
    }

    @Test
    void anUnknownExperimentIsAnsweredWithThoseThatThereAre() {
        assertThat(said(2, "report", "--experiment", "other"))
                .contains("the store holds no experiment \"other\"; it holds: [newer, older]");
    }

    private String said(int code, String... command) {
        try (Shell shell = new Shell(home)) {
            assertThat(shell.run(command)).as(shell.err()).isEqualTo(code);
            return shell.out() + shell.err();
        }
    }
}
