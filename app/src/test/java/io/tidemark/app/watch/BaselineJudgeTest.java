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
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Five runs, then four that take half as long again, two that take a tenth less, and seven that differ by a factor of up to eight. */
final class BaselineJudgeTest {
    @TempDir
    private Path home;

    private final List<String> runs = new ArrayList<>();

    @BeforeEach
    void store() {
        try (StoredRuns stored = new StoredRuns(home.resolve("store.db"))) {
            runs.addAll(stored.add(5, Kind.of("baseline").slowerBy(0.5)));
            runs.addAll(stored.add(4, Kind.of("baseline").slowerBy(0.75)));
            runs.addAll(stored.add(2, Kind.of("baseline").slowerBy(0.45)));
            for (double factor : new double[] {0.1, 0.4, 0.05, 0.25, 0.25, 0.25, 0.25}) {
                runs.addAll(stored.add(1, Kind.of("baseline").slowerBy(factor)));
            }
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

    @Test
    void twoRunsThatWereMadeForASuspectConfirmIt() {
        baselineIsSet(beforeTheRuns(), 0, 5);
        Judgement judgement = judged(List.of(scheduled(5), confirming(6, 5), confirming(7, 5)), Optional.empty());
        assertThat(judgement.verdict()).isEqualTo(WatchVerdict.CONFIRMED);
        assertThat(judgement.confirming()).containsExactly(runs.get(6), runs.get(7));
        assertThat(judgement.pending()).isEmpty();
    }

    /** Its figures may still be in the spool of another host. */
    @Test
    void aConfirmingRunThatIsNotInTheStoreYetRefutesNothing() {
        baselineIsSet(beforeTheRuns(), 0, 5);
        PastRun spooled = notStored(9, RunStatus.ENDED);
        Judgement judgement = judged(List.of(scheduled(5), confirming(6, 5), spooled), Optional.empty());
        assertThat(judgement.verdict()).isEqualTo(WatchVerdict.SUSPECTED);
        assertThat(judgement.confirming()).containsExactly(runs.get(6));
        assertThat(judgement.pending()).map(PastRun::run).contains(runs.get(5));
    }

    @Test
    void aConfirmingRunThatARestartEndedIsMadeAnewAtMostThreeTimes() {
        baselineIsSet(beforeTheRuns(), 0, 5);
        List<PastRun> past = new ArrayList<>(List.of(scheduled(5), confirming(6, 5)));
        for (int lost = 0; lost < 3; lost++) {
            past.add(notStored(lost, RunStatus.ABORTED));
        }
        assertThat(judged(past, Optional.empty()).pending()).map(PastRun::run).contains(runs.get(5));

        past.add(notStored(3, RunStatus.ABORTED));
        assertThat(judged(past, Optional.empty()).verdict()).isEqualTo(WatchVerdict.SUSPECTED);
        assertThat(judged(past, Optional.empty()).pending()).isEmpty();
    }

    @Test
    void aLaterRunThatIsWorseIsOfTheSameStateAndNotConfirmedAgain() {
        baselineIsSet(beforeTheRuns(), 0, 5);
        Judgement judgement = judged(
                List.of(scheduled(5), confirming(6, 5), confirming(7, 5), scheduled(8)), Optional.of(runs.get(5)));
        assertThat(judgement.verdict()).isEqualTo(WatchVerdict.CONFIRMED);
        assertThat(judgement.suspect()).map(PastRun::run).contains(runs.get(5));
        assertThat(judgement.confirming()).containsExactly(runs.get(6), runs.get(7));
        assertThat(judgement.pending()).isEmpty();
        assertThat(judgement.evidence()).startsWith("the newest run: ");
    }

    @Test
    void asManyRunsInARowEndItAsConfirmedIt() {
        baselineIsSet(beforeTheRuns(), 0, 5);
        List<PastRun> past = List.of(scheduled(5), confirming(6, 5), confirming(7, 5), scheduled(8), scheduled(9));
        Judgement one = judged(past, Optional.of(runs.get(5)));
        assertThat(one.verdict()).isEqualTo(WatchVerdict.CONFIRMED);
        assertThat(one.evidence()).isEqualTo("the newest run is not worse; 2 in a row end it");

        List<PastRun> more = new ArrayList<>(past);
        more.add(scheduled(10));
        Judgement two = judged(more, Optional.of(runs.get(5)));
        assertThat(two.verdict()).isEqualTo(WatchVerdict.CLEAR);
        assertThat(two.evidence()).isEqualTo("2 runs in a row are not worse");
    }

    @Test
    void noRunIsClearBesideABaselineThatShowsNothing() {
        baselineIsSet(beforeTheRuns(), 11, 15);
        Judgement judgement = judged(List.of(scheduled(15)), Optional.empty());
        assertThat(judgement.verdict()).isEqualTo(WatchVerdict.UNKNOWN);
        assertThat(judgement.evidence()).startsWith("cannot tell: ");
    }

    @Test
    void runsThatShowNothingDoNotEndAConfirmedRegression() {
        baselineIsSet(beforeTheRuns(), 11, 15);
        Judgement judgement = judged(List.of(scheduled(15), scheduled(16), scheduled(17)), Optional.of(runs.get(15)));
        assertThat(judgement.verdict()).isEqualTo(WatchVerdict.CONFIRMED);
        assertThat(judgement.suspect()).map(PastRun::run).contains(runs.get(15));
        assertThat(judgement.evidence()).startsWith("the newest run: cannot tell: ");
    }

    /** A run that confirms the first that is worse. */
    private PastRun notStored(int number, RunStatus status) {
        return new PastRun(
                "01JD8Z6K3M5TQX9V2R7C0W999" + number, "H200 tuning", "nightly", StoredRuns.START, status, runs.get(5));
    }

    private PastRun scheduled(int at) {
        return new PastRun(runs.get(at), "H200 tuning", "nightly", StoredRuns.START, RunStatus.ENDED, "");
    }

    private PastRun confirming(int at, int suspect) {
        return new PastRun(
                runs.get(at), "H200 tuning", "nightly", StoredRuns.START, RunStatus.ENDED, runs.get(suspect));
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
        return judged(
                IntStream.range(0, runs.size())
                        .mapToObj(this::scheduled)
                        .filter(run -> run.run().compareTo(newest) <= 0)
                        .toList(),
                confirmed);
    }

    private Judgement judged(List<PastRun> past, Optional<String> confirmed) {
        try (ResultReader results = SqliteStore.openReader(home.resolve("store.db"))) {
            return new BaselineJudge(results, StoredRuns.TEAM)
                    .judge(
                            PlansUnderTest.comparedWith("main"),
                            new PlanHistory(Instant.EPOCH, past, confirmed),
                            StoredRuns.START);
        }
    }
}
