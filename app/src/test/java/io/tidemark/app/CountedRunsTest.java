package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Finality;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.StepResult;
import io.tidemark.exporter.results.ResultLimits;
import io.tidemark.exporter.results.ResultPoints;
import io.tidemark.exporter.results.TeamResults;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.RunLabels;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.WriteBatch;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The exporter leaves out the runs that reports and comparisons leave out; of one that lasts it shows what it holds so far. */
final class CountedRunsTest {
    private static final Team PERF = new Team("perf");
    private static final Instant ENDED = Events.START.plusSeconds(60);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "ENDED,   false, true",
        "ENDED,   true,  false",
        "ABORTED, false, false",
        "ABORTED, true,  false",
        "INVALID, false, false",
        "INVALID, true,  false"
    })
    void theSameRunsCountInReportsAndInTheExporter(RunStatus status, boolean probe, boolean counts) {
        RunState run = RunState.newBuilder(Events.run(Events.RUN, Events.START))
                .setStatus(status)
                .setEnded(ENDED)
                .setLabels(probe ? Map.of(RunLabels.SEARCH_ROLE, RunLabels.PROBE) : Map.of())
                .build();

        assertThat(countsInReports(run)).isEqualTo(counts);
        assertThat(holdsALoadInTheExporter(run)).isEqualTo(counts);
    }

    private boolean countsInReports(RunState run) {
        try (ResultStore store = SqliteStore.open(folder.resolve("store.db"));
                ResultReader results = store.reader()) {
            store.write(new WriteBatch(
                    List.of(new StoreChange.StoredEvent(PERF, ENDED, Events.control(ENDED, run))), List.of()));
            return results.run(new RunKey(PERF, Events.RUN))
                    .orElseThrow()
                    .whyNotCounted()
                    .isEmpty();
        }
    }

    private static boolean holdsALoadInTheExporter(RunState run) {
        TeamResults results = new TeamResults(PERF, ResultLimits.DEFAULT, () -> ENDED);
        results.control(Events.control(ENDED, run));
        StepResult passed = Events.result(Finality.FINAL, 20).build();
        results.step(passed);
        ResultPoints points = new ResultPoints();
        results.addTo(points);
        return points.snapshots().stream()
                .anyMatch(snapshot -> snapshot.getMetadata().getName().equals("tidemark_held_load"));
    }
}
