package io.tidemark.app.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.results.StoredRuns;
import io.tidemark.app.cli.results.StoredRuns.Kind;
import io.tidemark.app.watch.BaselineJudge.Judgement;
import io.tidemark.events.RunStatus;
import io.tidemark.events.WatchVerdict;
import io.tidemark.schemas.Ulid;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Five runs, then one that takes half as long again. */
final class BaselineJudgeTest {
    @TempDir
    private Path home;

    private final List<String> runs = new ArrayList<>();

    @BeforeEach
    void store() {
        try (StoredRuns stored = new StoredRuns(home.resolve("store.db"))) {
            runs.addAll(stored.add(5, Kind.of("baseline")));
            runs.addAll(stored.add(1, Kind.of("baseline").slowerBy(1.5)));
        }
    }

    @Test
    void aRunAfterTheBaselineWasSetIsCompared() {
        baselineIsSet(beforeTheRuns(), 0, 5);
        assertThat(judged(runs.get(5), Optional.empty()).verdict()).isEqualTo(WatchVerdict.SUSPECTED);
    }

    @Test
    void aRunThatIsOlderThanTheBaselineIsNotCompared() {
        baselineIsSet(StoredRuns.START, 0, 5);
        Judgement judgement = judged(runs.get(5), Optional.empty());
        assertThat(judgement.verdict()).isEqualTo(WatchVerdict.UNKNOWN);
        assertThat(judgement.evidence()).startsWith("not compared: it is older than the baseline");
        assertThat(judgement.suspect()).isEmpty();
    }

    @Test
    void aRunOfTheBaselineIsNotCompared() {
        baselineIsSet(beforeTheRuns(), 1, 6);
        Judgement judgement = judged(runs.get(5), Optional.empty());
        assertThat(judgement.verdict()).isEqualTo(WatchVerdict.UNKNOWN);
        assertThat(judgement.evidence()).isEqualTo("not compared: it is a run of the baseline");
    }

    /** Else the next run that is worse would be confirmed, and paged, anew. */
    @Test
    void aRunThatIsNotComparedLeavesTheConfirmedOneKnown() {
        baselineIsSet(beforeTheRuns(), 0, 2);
        Judgement judgement = judged(runs.get(5), Optional.of(runs.get(4)));
        assertThat(judgement.verdict()).isEqualTo(WatchVerdict.UNKNOWN);
        assertThat(judgement.evidence()).startsWith("not compared: baseline main has 2 runs that count");
        assertThat(judgement.suspect()).map(PastRun::run).contains(runs.get(4));
    }

    private Instant beforeTheRuns() {
        return Instant.ofEpochMilli(Ulid.millis(runs.get(0)).orElseThrow()).minus(Duration.ofMinutes(1));
    }

    private void baselineIsSet(Instant at, int from, int until) {
        try (Shell shell = new Shell(home, at)) {
            int code =
                    shell.run("baseline", "set", "main", String.join(",", runs.subList(from, until)), "--team", "perf");
            assertThat(code).as(shell.out() + shell.err()).isZero();
        }
    }

    private Judgement judged(String newest, Optional<String> confirmed) {
        List<PastRun> past = runs.stream()
                .filter(run -> run.compareTo(newest) <= 0)
                .map(run -> new PastRun(run, "H200 tuning", "nightly", StoredRuns.START, RunStatus.ENDED, ""))
                .toList();
        try (ResultReader results = SqliteStore.openReader(home.resolve("store.db"))) {
            return new BaselineJudge(results, StoredRuns.TEAM)
                    .judge(
                            PlansUnderTest.comparedWith("main"),
                            new PlanHistory(Instant.EPOCH, past, confirmed),
                            StoredRuns.START);
        }
    }
}
