package io.tidemark.app.cli.results;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.results.StoredRuns.Kind;
import io.tidemark.events.LoadKind;
import io.tidemark.events.RunStatus;
import io.tidemark.schemas.RunLabels;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Report, compare, gate and the table of phases give one answer about one set of runs, in the same words. */
class OneAnswerTest {
    private static final String MORE = "tuned holds more load: between 20 and 40 req/s within the SLO, baseline holds"
            + " between 10 and 20 req/s: 2 times as much (above 1 to 4)";

    @TempDir
    private Path home;

    @Test
    void repeatsDecideByTheirHeldLoadAndFigures() {
        stored(3);
        assertThat(answer()).startsWith(MORE).contains(" tuned against baseline is better in ");
    }

    @Test
    void oneRunASideIsAHint() {
        stored(1);
        assertThat(answer()).isEqualTo(MORE + " (a hint: one run each).");
    }

    @Test
    void phasesThatHoldTheSameHoldNoMore() {
        try (StoredRuns runs = new StoredRuns(home.resolve("store.db"))) {
            runs.inTurns(3, kind("baseline", 0.4), kind("tuned", 0.4));
        }
        assertThat(answer())
                .startsWith("No phase holds more load: baseline, tuned hold between 10 and 20 req/s.")
                .doesNotContain("better in", "worse in");
    }

    @Test
    void whatIsNoRunOfThePhaseChangesNothing() {
        stored(3);
        String before = answer();
        try (StoredRuns runs = new StoredRuns(home.resolve("store.db")).after(100)) {
            Map<String, String> probe =
                    Map.of("gpu", "H200", RunLabels.SEARCH, "s1", RunLabels.SEARCH_ROLE, RunLabels.PROBE);
            runs.add(3, kind("baseline", 0.1).withLabels(probe));
            runs.add(1, kind("tuned", 2).ended(RunStatus.INVALID));
            runs.add(1, kind("tuned", 2).ended(RunStatus.ABORTED));
        }
        assertThat(answer()).isEqualTo(before);
    }

    private void stored(int runsASide) {
        try (StoredRuns runs = new StoredRuns(home.resolve("store.db"))) {
            runs.inTurns(runsASide, kind("baseline", 0.45), kind("tuned", 0.3));
        }
    }

    /** Holds 10 req/s at 0.45, 20 at 0.3. */
    private static Kind kind(String phase, double slower) {
        return Kind.of(phase).slowerBy(slower).of(LoadKind.RATE, List.of(1.0, 10.0, 20.0, 40.0));
    }

    private String answer() {
        String answer = json("answer", "compare", "baseline", "tuned", "--json");
        assertThat(json("paragraph", "gate", "--baseline", "baseline", "--candidate", "tuned", "--json"))
                .contains(" " + answer);
        assertThat(json("answer", "compare", "--table", "H200 tuning", "--json"))
                .isEqualTo(answer);
        assertThat(printed(
                        "report",
                        "--experiment",
                        "H200 tuning",
                        "--out",
                        home.resolve("report").toString()))
                .contains(answer.replaceAll("\\s+", ""));
        return answer;
    }

    private String json(String field, String... arguments) {
        try (Shell shell = new Shell(home)) {
            shell.run(arguments);
            return new JsonMapper().readTree(shell.out()).path(field).asText();
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    /** Without spaces and breaks of lines. */
    private String printed(String... arguments) {
        try (Shell shell = new Shell(home)) {
            shell.run(arguments);
            return (shell.out() + shell.err()).replaceAll("\\s+", "");
        }
    }
}
