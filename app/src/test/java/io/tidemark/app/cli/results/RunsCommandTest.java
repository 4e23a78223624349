package io.tidemark.app.cli.results;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.app.cli.Shell;
import io.tidemark.events.RunStatus;
import io.tidemark.events.WindowStats;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.WriteBatch;
import io.tidemark.sinks.store.sqlite.SqliteStore;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunsCommandTest {
    private static final String RESULT = "importers/src/test/resources/fixtures/vllm-bench/detailed-completions.json";

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
        assertThat(said(0, "runs", "list")).contains(run).containsPattern("tuning / baseline +not judged");
        assertThat(json("runs", "list", "--json", "--experiment", "tuning").path("runs"))
                .hasSize(1);
        assertThat(json("runs", "list", "--json", "--experiment", "other").path("runs"))
                .isEmpty();
        assertThat(json("runs", "list", "--json", "--team", "other").path("runs"))
                .isEmpty();
        assertThat(said(2, "runs", "list", "--limit", "0")).contains("--limit must be >= 1 but was 0");
    }

    /** Each run measured 1 and 2 req/s, and both passed. */
    @Test
    void listShowsWhatARunHoldsOrWhyItDoesNotCount() throws Exception {
        String stopped;
        try (StoredRuns runs = new StoredRuns(home.resolve("store.db"))) {
            StoredRuns.Kind kind = StoredRuns.Kind.of("baseline").in("ends").slowerBy(0.5);
            runs.add(1, kind);
            runs.add(1, kind.ended(RunStatus.ABORTED));
            stopped = runs.add(1, kind.stopped("stopped by SIGTERM")).get(0);
            runs.add(1, kind.ended(RunStatus.INVALID));
            runs.add(1, kind.withLabels(Map.of("search", "s", "search-role", "probe")));
            runs.add(1, kind.ended(RunStatus.RUNNING));
            runs.lose(runs.add(1, kind.ended(RunStatus.RUNNING)).get(0), "its process was killed");
        }

        List<String> lines =
                said(0, "runs", "list", "--experiment", "ends").lines().toList();

        assertThat(lines).hasSize(8);
        assertThat(lines.get(1)).endsWith("LOST: its process was killed");
        assertThat(lines.get(2)).endsWith("still running");
        assertThat(lines.get(3)).endsWith("judged by its search");
        assertThat(lines.get(4)).endsWith("INVALID: sent 64 % of its requests on time");
        assertThat(lines.get(5)).endsWith("ABORTED: stopped by SIGTERM");
        assertThat(lines.get(6)).endsWith("ABORTED: stopped before the end of its plan");
        assertThat(lines.get(7)).containsPattern("pass +at least 2 req/s$");
        assertThat(said(0, "runs", "show", stopped)).contains("note        stopped by SIGTERM");
    }

    @Test
    void listCutsALongReasonAndShowHasTheWholeOne() {
        String reason = "its process was killed" + " by the host".repeat(30);
        String lost;
        try (StoredRuns runs = new StoredRuns(home.resolve("store.db"))) {
            lost = runs.add(1, StoredRuns.Kind.of("baseline").in("ends").ended(RunStatus.RUNNING))
                    .get(0);
            runs.lose(lost, reason);
        }

        assertThat(said(0, "runs", "list", "--experiment", "ends").lines())
                .anyMatch(line -> line.endsWith("LOST: its process was killed" + " by the host".repeat(4) + " ..."))
                .contains("  ...: tidemark runs show RUN has the whole reason");
        assertThat(said(0, "runs", "show", lost)).contains("lost        " + reason);
    }

    @Test
    void showSaysTheFactsOfARun() throws Exception {
        assertThat(said(0, "runs", "show", run))
                .contains("experiment  tuning / baseline", "imported", "step 1", "not judged", "0 breaches");
        JsonNode shown = json("runs", "show", run, "--json");
        assertThat(shown.path("run").asText()).isEqualTo(run);
        assertThat(shown.path("team").asText()).isEqualTo("default");
        assertThat(shown.path("steps")).hasSize(1);
        assertThat(shown.path("steps").get(0).path("step").asInt()).isEqualTo(1);
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

    @Test
    void windowsAreRecomputedFromTheMinutesThatAreStored() throws Exception {
        Instant ten = Instant.parse("2026-11-20T10:00:00Z");
        try (ResultStore store = SqliteStore.open(home.resolve("store.db"))) {
            for (int minute = 1; minute <= 10; minute++) {
                store.write(new WriteBatch(
                        List.of(new StoreChange.StoredEvent(
                                Team.DEFAULT, ten, minute(ten.plus(Duration.ofMinutes(minute)), 100L * minute))),
                        List.of()));
            }
        }
        JsonNode all = json("runs", "windows", run, "--json").path("windows");
        assertThat(all).hasSize(1);
        assertThat(all.get(0).path("count").asLong()).isEqualTo(10);
        assertThat(all.get(0).path("maxNanos").asLong()).isEqualTo(1_000_000_000);

        JsonNode some = json("runs", "windows", run, "--every", "5m", "--from", "2026-11-20T10:02:00Z", "--json");
        assertThat(some.path("metric").asText()).isEqualTo("ttft");
        assertThat(some.path("windows")).hasSize(2);
        assertThat(some.path("windows").get(0).path("count").asLong()).isEqualTo(3);
        assertThat(some.path("windows").get(0).path("sumNanos").asLong()).isEqualTo(1_200_000_000);
        assertThat(some.path("windows").get(1).path("to").asText()).isEqualTo("2026-11-20T10:10:00Z");

        assertThat(said(0, "runs", "windows", run, "--every", "5m"))
                .contains("p50 / p90 / p95 / p99", "2026-11-20T10:05:00Z   2026-11-20T10:10:00Z       5")
                .contains("Windows hold the values of all requests, also of warm-up and cool-down");
        assertThat(said(0, "runs", "windows", run, "tpot")).contains("the store has no sketches of tpot");
        assertThat(said(2, "runs", "windows", run, "--every", "7m")).contains("--every must be minutes that divide");
        assertThat(said(2, "runs", "windows", run, "tttf")).contains("metric must be one of");
        assertThat(said(2, "runs", "windows", "none")).contains("run none is not in the store");
    }

    /** The store counts them from 0. */
    @Test
    void stepsOfWindowsAreCountedFromOne() throws Exception {
        Instant ten = Instant.parse("2026-11-20T10:00:00Z");
        try (ResultStore store = SqliteStore.open(home.resolve("store.db"))) {
            for (int step = 0; step < 2; step++) {
                WindowStats minute = WindowStats.newBuilder(
                                minute(ten.plus(Duration.ofMinutes(1 + step)), 100L + 100L * step))
                        .setStep(step)
                        .build();
                store.write(new WriteBatch(List.of(new StoreChange.StoredEvent(Team.DEFAULT, ten, minute)), List.of()));
            }
        }
        assertThat(said(0, "runs", "windows", run))
                .containsPattern("\n +1   gpu")
                .containsPattern("\n +2   gpu");
        assertThat(json("runs", "windows", run, "--json").path("windows"))
                .extracting(window -> window.path("step").asInt())
                .containsExactly(1, 2);
        assertThat(said(0, "runs", "windows", run, "--step", "2"))
                .contains("2026-11-20T10:01:00Z   2026-11-20T10:02:00Z       1   200 / 200 / 200 / 200 ms")
                .doesNotContain("2026-11-20T10:00:00Z");
        assertThat(said(0, "runs", "windows", run, "--step", "3")).contains("the store has no sketches of ttft there");
        assertThat(said(2, "runs", "windows", run, "--step", "0")).contains("--step must be at least 1 but was 0");
    }

    private WindowStats minute(Instant end, long millis) {
        LogHistogram sketch = new LogHistogram();
        sketch.add(millis * 1_000_000);
        return Events.window(end)
                .setRun(run)
                .setWindowSeconds(60)
                .setStart(end.minusSeconds(60))
                .setCount(1)
                .setSketch(ByteBuffer.wrap(sketch.encode()))
                .build();
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
