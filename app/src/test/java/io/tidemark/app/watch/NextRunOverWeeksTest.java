package io.tidemark.app.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.watch.Blackouts.Recurring;
import io.tidemark.app.watch.WatchedPlan.MissedRuns;
import io.tidemark.events.RunStatus;
import io.tidemark.simulator.random.SeededRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Ninety days of a watcher whose machine is away now and then, and one run in ten of which is lost. */
final class NextRunOverWeeksTest {
    private static final Instant START = Instant.parse("2026-09-01T12:00:00Z");
    private static final Duration LENGTH = Duration.ofMinutes(40);
    private static final int DAYS = 90;
    private static final double LOST = 0.1;
    private static final double AWAY = 0.05;
    private static final Duration MAX_AWAY = Duration.ofHours(60);

    private final SeededRandom draws = new SeededRandom(17);
    private final Blackouts blackouts = new Blackouts(List.of(
            new Recurring(RunSchedule.Cron.parse("0 1 * * SUN", ZoneOffset.UTC), Duration.ofHours(4), "backup")));
    private final List<PastRun> runs = new ArrayList<>();
    private final List<Begun> begun = new ArrayList<>();
    private final List<Begun> away = new ArrayList<>();

    /** A span of time: a run, or an absence of the watcher. */
    private record Begun(Instant from, Instant until) {}

    @Test
    void eachNightHasOneRunUnlessTheWatcherWasAway() {
        watch(plan(RunSchedule.Cron.parse("0 2 * * *", ZoneOffset.UTC)));

        Map<Instant, Long> complete = runs.stream()
                .filter(PastRun::isComplete)
                .collect(Collectors.groupingBy(PastRun::due, Collectors.counting()));
        assertThat(complete.values()).containsOnly(1L);
        for (Instant due = Instant.parse("2026-09-02T02:00:00Z");
                due.isBefore(end());
                due = due.plus(Duration.ofDays(1))) {
            Instant slot = due;
            // A blackout of four hours, or a run that was lost, delays it.
            Instant latest = slot.plus(Duration.ofHours(6));
            boolean missed =
                    away.stream().anyMatch(span -> span.from().isBefore(latest) && slot.isBefore(span.until()));
            if (!missed) {
                assertThat(complete).as("runs of %s", slot).containsKey(slot);
            }
        }
        // After an absence the newest night is made up for, and no other.
        assertThat(away).isNotEmpty();
        for (Begun span : away) {
            long nights = complete.keySet().stream()
                    .filter(due -> !due.isBefore(span.from()) && due.isBefore(span.until()))
                    .count();
            assertThat(nights).isLessThanOrEqualTo(1);
        }
        assertNoneInBlackouts();
    }

    @Test
    void aContinuousPlanRunsWheneverItMay() {
        watch(plan(new RunSchedule.Continuous()));

        assertNoneInBlackouts();
        Duration loaded = sum(begun);
        Duration blackout = Duration.ofHours(4).multipliedBy(13);
        Duration possible = Duration.ofDays(DAYS).minus(blackout).minus(sum(away));
        assertThat(loaded).isGreaterThan(possible.multipliedBy(95).dividedBy(100));
    }

    private void watch(WatchedPlan plan) {
        Instant now = START;
        while (now.isBefore(end())) {
            if (draws.uniform() < AWAY / hoursPerLook(plan)) {
                Instant back = now.plus(Duration.ofSeconds(Math.round(draws.uniform() * MAX_AWAY.toSeconds())));
                away.add(new Begun(now, back));
                now = back;
            }
            NextRun next = NextRun.of(plan, new PlanHistory(START, runs), Optional.empty(), blackouts, now);
            now = next instanceof NextRun.Run run ? made(run, now) : waited((NextRun.Wait) next, now);
        }
    }

    /** A plan that waits is looked at once a day, a continuous one after each run. */
    private static double hoursPerLook(WatchedPlan plan) {
        return plan.schedule() instanceof RunSchedule.Continuous ? 36 : 1;
    }

    private Instant made(NextRun.Run run, Instant now) {
        Duration length = run.measured()
                .map(measured -> LENGTH.minus(Duration.ofMinutes(30)).plus(measured))
                .orElse(LENGTH);
        boolean isLost = draws.uniform() < LOST;
        Instant until = now.plus(isLost ? length.dividedBy(2) : length);
        begun.add(new Begun(now, until));
        runs.add(new PastRun(
                "run-%05d".formatted(runs.size()),
                "soak",
                "nightly",
                run.due(),
                isLost ? RunStatus.RUNNING : RunStatus.ENDED,
                ""));
        return until;
    }

    private static Instant waited(NextRun.Wait wait, Instant now) {
        assertThat(wait.until()).isAfter(now);
        return wait.until();
    }

    private void assertNoneInBlackouts() {
        assertThat(begun)
                .isNotEmpty()
                .allSatisfy(span -> assertThat(
                                blackouts.within(span.from(), Duration.between(span.from(), span.until())))
                        .isEmpty());
    }

    private static Duration sum(List<Begun> spans) {
        return spans.stream()
                .map(span -> Duration.between(span.from(), span.until()))
                .reduce(Duration.ZERO, Duration::plus);
    }

    private static Instant end() {
        return START.plus(Duration.ofDays(DAYS));
    }

    private static WatchedPlan plan(RunSchedule schedule) {
        return PlansUnderTest.plan(schedule, MissedRuns.ONCE, LENGTH, Duration.ofMinutes(30));
    }
}
