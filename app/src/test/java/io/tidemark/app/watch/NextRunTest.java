package io.tidemark.app.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.watch.Blackouts.Once;
import io.tidemark.app.watch.Blackouts.Window;
import io.tidemark.app.watch.NextRun.Run;
import io.tidemark.app.watch.NextRun.Wait;
import io.tidemark.app.watch.WatchedPlan.MissedRuns;
import io.tidemark.events.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class NextRunTest {
    private static final Instant TWO = Instant.parse("2026-11-25T02:00:00Z");
    private static final Duration LENGTH = Duration.ofMinutes(20);
    private static final WatchedPlan NIGHTLY =
            plan(RunSchedule.Cron.parse("0 2 * * *", ZoneOffset.UTC), MissedRuns.ONCE);
    private static final WatchedPlan SOAK = plan(new RunSchedule.Continuous(), MissedRuns.ONCE);

    @Test
    void aRunTakesPlaceWhenItIsDueAndNotAgain() {
        PastRun yesterday = run("0", TWO.minus(Duration.ofDays(1)), RunStatus.ENDED);
        assertThat(next(NIGHTLY, TWO.minusSeconds(1), yesterday)).isEqualTo(wait(TWO, TWO, ""));
        assertThat(next(NIGHTLY, TWO, yesterday)).isEqualTo(new Run(TWO, "", Optional.empty()));
        assertThat(next(NIGHTLY, TWO.plusSeconds(1800), run("A", TWO, RunStatus.ENDED)))
                .isEqualTo(wait(TWO.plus(Duration.ofDays(1)), TWO.plus(Duration.ofDays(1)), ""));
    }

    @Test
    void whatWasDueBeforeThePlanWasWatchedIsNotMadeUpFor() {
        Instant noon = TWO.plus(Duration.ofHours(10));
        PlanHistory fresh = new PlanHistory(noon, List.of());

        assertThat(NextRun.of(NIGHTLY, fresh, Optional.empty(), Blackouts.NONE, noon))
                .isInstanceOf(Wait.class);
    }

    @Test
    void theNewestMissedRunIsMadeUpForOnceUnlessItIsToBeSkipped() {
        Instant noon = TWO.plus(Duration.ofHours(10));
        WatchedPlan skipping = plan(NIGHTLY.schedule(), MissedRuns.SKIP);
        PastRun before = run("A", TWO.minus(Duration.ofDays(3)), RunStatus.ENDED);

        assertThat(next(NIGHTLY, noon, before)).isEqualTo(new Run(TWO, "", Optional.empty()));
        assertThat(next(skipping, noon, before)).isInstanceOf(Wait.class);
        assertThat(next(skipping, TWO.plusSeconds(60), before)).isEqualTo(new Run(TWO, "", Optional.empty()));
    }

    @Test
    void aRunThatWasStoppedOrLostIsBegunAnewThreeTimesInAll() {
        PastRun aborted = run("A", TWO, RunStatus.ABORTED);
        PastRun lost = run("B", TWO, RunStatus.RUNNING);
        PastRun again = run("C", TWO, RunStatus.ABORTED);
        Instant later = TWO.plusSeconds(600);

        assertThat(next(NIGHTLY, later, aborted, lost)).isInstanceOf(Run.class);
        assertThat(next(NIGHTLY, later, aborted, lost, again)).isInstanceOf(Wait.class);
    }

    @Test
    void noRunBeginsThatWouldReachIntoABlackout() {
        Window backup = new Window(TWO.plusSeconds(600), TWO.plusSeconds(4200), "backup");
        Blackouts blackouts = new Blackouts(List.of(new Once(backup)));

        NextRun next = NextRun.of(NIGHTLY, history(), Optional.empty(), blackouts, TWO);

        assertThat(next).isEqualTo(wait(backup.until(), TWO, "blackout until 2026-11-25 03:10:00 UTC: backup"));
        assertThat(NextRun.of(NIGHTLY, history(), Optional.empty(), blackouts, backup.until()))
                .isEqualTo(new Run(TWO, "", Optional.empty()));
    }

    @Test
    void aContinuousRunIsShortenedToEndBeforeABlackout() {
        Window backup = new Window(TWO.plusSeconds(900), TWO.plusSeconds(4200), "");
        Blackouts blackouts = new Blackouts(List.of(new Once(backup)));

        // 20 min of which 15 are measured: 15 min are left, so 10 are measured.
        assertThat(NextRun.of(SOAK, history(), Optional.empty(), blackouts, TWO))
                .isEqualTo(new Run(TWO, "", Optional.of(Duration.ofMinutes(10))));
        // 7 min would leave 2 to measure.
        Instant late = backup.from().minusSeconds(420);
        assertThat(NextRun.of(SOAK, history(), Optional.empty(), blackouts, late))
                .isEqualTo(wait(backup.until(), backup.until(), "blackout until 2026-11-25 03:10:00 UTC"));
        assertThat(NextRun.of(SOAK, history(), Optional.empty(), blackouts, backup.until()))
                .isEqualTo(new Run(backup.until(), "", Optional.empty()));
    }

    @Test
    void aSuspicionIsConfirmedBeforeTheNextScheduledRun() {
        PastRun suspect = run("A", TWO, RunStatus.ENDED);
        Instant later = TWO.plusSeconds(1800);

        assertThat(NextRun.of(NIGHTLY, history(suspect), Optional.of(suspect), Blackouts.NONE, later))
                .isEqualTo(new Run(later, "A", Optional.empty()));
    }

    @Test
    void aCronExpressionKeepsToItsTimeZoneThroughDaylightSaving() {
        RunSchedule.Cron berlin = RunSchedule.Cron.parse("30 2 * * *", ZoneId.of("Europe/Berlin"));

        // On 29 March 2026 there is no 02:30: 02:00 is followed by 03:00.
        assertThat(berlin.nextDue(Instant.parse("2026-03-28T12:00:00Z")))
                .contains(Instant.parse("2026-03-30T00:30:00Z"));
        // On 25 October 2026 02:30 comes twice, and a run is due once.
        Instant first = Instant.parse("2026-10-25T00:30:00Z");
        assertThat(berlin.nextDue(Instant.parse("2026-10-24T12:00:00Z"))).contains(first);
        assertThat(berlin.nextDue(first)).contains(Instant.parse("2026-10-26T01:30:00Z"));
        assertThat(berlin.latestDue(Instant.parse("2026-07-01T00:30:00Z")))
                .contains(Instant.parse("2026-07-01T00:30:00Z"));
    }

    private static NextRun next(WatchedPlan plan, Instant now, PastRun... runs) {
        return NextRun.of(plan, history(runs), Optional.empty(), Blackouts.NONE, now);
    }

    private static PlanHistory history(PastRun... runs) {
        return new PlanHistory(TWO.minus(Duration.ofDays(9)), List.of(runs));
    }

    private static PastRun run(String id, Instant due, RunStatus status) {
        return new PastRun(id, "soak", "nightly", due, status, "");
    }

    private static Wait wait(Instant until, Instant due, String reason) {
        return new Wait(until, Optional.of(due), reason);
    }

    private static WatchedPlan plan(RunSchedule schedule, MissedRuns missed) {
        return PlansUnderTest.plan(schedule, missed, LENGTH, Duration.ofMinutes(15));
    }
}
