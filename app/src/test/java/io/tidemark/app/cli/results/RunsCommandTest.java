package io.tidemark.app.cli.results;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.app.cli.Shell;
import io.tidemark.events.RunStatus;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunsCommandTest {
    private static final String RESULT =
            "../importers/src/test/resources/fixtures/vllm-bench/detailed-completions.json";

    @TempDir
    private Path home;

    private String run = "";

    @BeforeEach
    void importOne() throws Exception {
        said(0, "runs", "import", RESULT, "--experiment", "tuning", "--phase", "baseline");
        JsonNode runs = json("runs", "list", "--json").path("runs");
        assertThat(runs).hasSize(1);
        run = runs.get(0).path("run").asText();
    }

    @Test
    void listShowsRunsOfAnExperimentAndATeam() throws Exception {
        assertThat(said(0, "runs", "list")).contains(run).contains("tuning / baseline");
        assertThat(json("runs", "list", "--json", "--experiment", "tuning").path("runs"))
                .hasSize(1);
        assertThat(json("runs", "list", "--json", "--experiment", "other").path("runs"))
                .isEmpty();
        assertThat(json("runs", "list", "--json", "--team", "other").path("runs"))
                .isEmpty();
        assertThat(said(2, "runs", "list", "--limit", "0")).contains("--limit must be >= 1 but was 0");
    }

    @Test
    void showSaysTheFactsOfARun() throws Exception {
        assertThat(said(0, "runs", "show", run)).contains("experiment  tuning / baseline", "imported", "step 1");
        JsonNode shown = json("runs", "show", run, "--json");
        assertThat(shown.path("run").asText()).isEqualTo(run);
        assertThat(shown.path("team").asText()).isEqualTo("default");
        assertThat(shown.path("steps")).hasSize(1);
        assertThat(said(2, "runs", "show", "none")).contains("run none is not in the store; tidemark runs list");
    }

    @Test
    void deleteTakesARunOutOnlyWhenItIsConfirmed() throws Exception {
        assertThat(said(2, "runs", "delete", run)).contains(run).contains("nothing was deleted: --yes");
        assertThat(json("runs", "list", "--json").path("runs")).hasSize(1);

        assertThat(said(0, "runs", "delete", run, "--yes")).contains("deleted 1 runs");
        assertThat(json("runs", "list", "--json").path("runs")).isEmpty();
    }

    @Test
    void aRunThatGoesOnIsNotDeletedAndOneThatIsLostIs() throws Exception {
        String running;
        try (StoredRuns runs = new StoredRuns(home.resolve("store.db"))) {
            running = runs.add(1, StoredRuns.Kind.of("baseline").ended(RunStatus.RUNNING))
                    .get(0);
        }
        assertThat(said(2, "runs", "delete", running, "--yes")).contains("run " + running + " has not ended");
        try (StoredRuns runs = new StoredRuns(home.resolve("store.db"))) {
            runs.lose(running, "its process was killed");
        }
        assertThat(said(0, "runs", "delete", running, "--yes")).contains("deleted 1 runs");
    }

    private JsonNode json(String... command) throws Exception {
        return new JsonMapper().readTree(said(0, command));
    }

    private String said(int code, String... command) {
        try (Shell shell = new Shell(home)) {
            assertThat(shell.run(command)).as(shell.err()).isEqualTo(code);
            return shell.out() + shell.err();
        }
    }
}
