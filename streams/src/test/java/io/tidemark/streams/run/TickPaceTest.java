package io.tidemark.streams.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.schemas.Team;
import io.tidemark.streams.meter.TeamMeters;
import io.tidemark.streams.processor.DeadLetterRecords;
import io.tidemark.streams.processor.RoutedRecord;
import io.tidemark.streams.windows.SeriesQuota;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Test;

class TickPaceTest {
    private final TickPace pace = new TickPace(() -> 0);

    @Test
    void aSlowMachineMakesSmallerStepsAndAQuickOneLargeOnes() {
        assertThat(pace.share()).isEqualTo(1);
        for (int tick = 0; tick < 20; tick++) {
            pace.adapt(true, (long) (1_500 * pace.share()));
        }
        assertThat(pace.share()).isBetween(0.03, 0.07);
        for (int tick = 0; tick < 20; tick++) {
            pace.adapt(true, (long) (50 * pace.share()));
        }
        assertThat(pace.share()).isEqualTo(1);
    }

    @Test
    void itNeverStops() {
        for (int tick = 0; tick < 100; tick++) {
            pace.adapt(true, 60_000);
        }
        assertThat(pace.share()).isEqualTo(TickPace.MIN_SHARE);
    }

    @Test
    void aTickWithLittleToDoChangesNothing() {
        pace.adapt(true, 500);
        pace.adapt(false, 1);
        assertThat(pace.share()).isEqualTo(0.5);
    }

    @Test
    void runsShareTheBudgetOfAPartAndThoseWithMoreToDoHaveTheNextOneAlone() {
        List<String> parts = new ArrayList<>();
        pace.advance(0, List.of(run("done"), run("behind")), (run, budgets) -> {
            parts.add(run.run() + " " + spendAll(budgets));
            if (run.run().equals("behind")) {
                pace.addUnfinished(run);
            }
        });
        pace.proceed(1, (run, budgets) -> parts.add(run.run() + " " + spendAll(budgets)));
        pace.proceed(1, (run, budgets) -> parts.add(run.run() + " " + spendAll(budgets)));
        assertThat(parts).containsExactly("done 2500", "behind 2500", "behind 5000");
    }

    @Test
    void noPartBeginsWhileItIsTimeToRead() {
        AtomicLong elapsedMillis = new AtomicLong();
        TickPace timed = timed(elapsedMillis);
        timed.advance(1_000, List.of(run("behind")), (run, budgets) -> {
            elapsedMillis.set(80);
            timed.addUnfinished(run);
        });
        readRecord();
        List<String> parts = new ArrayList<>();
        timed.proceed(1_159, (run, budgets) -> parts.add(run.run()));
        assertThat(parts).isEmpty();
        timed.proceed(1_160, (run, budgets) -> parts.add(run.run()));
        assertThat(parts).containsExactly("behind");
    }

    @Test
    void aPartThatTakesLongLeavesItsRunsToTheNextAndTheyComeFirst() {
        AtomicLong elapsedMillis = new AtomicLong();
        TickPace timed = timed(elapsedMillis);
        List<TrackedRun> runs = List.of(run("a"), run("b"), run("c"));
        List<String> came = new ArrayList<>();
        timed.advance(0, runs, (run, budgets) -> {
            came.add(run.run());
            elapsedMillis.addAndGet(TickPace.MAX_DURATION.toMillis() / 2 + 1);
            timed.addUnfinished(run);
        });
        assertThat(came).containsExactly("a", "b");
        came.clear();
        timed.advance(1_000, runs, (run, budgets) -> {
            came.add(run.run());
            elapsedMillis.addAndGet(TickPace.MAX_DURATION.toMillis());
        });
        assertThat(came).containsExactly("c");
        assertThat(timed.share()).isEqualTo(0.25);
    }

    @Test
    void aRunEndsItsWorkWhenItHasTakenLongWhateverItsBudgetHolds() {
        AtomicLong elapsedMillis = new AtomicLong();
        TickPace timed = timed(elapsedMillis);
        timed.advance(0, List.of(run("dear")), (run, budgets) -> {
            int looks = 0;
            for (; !budgets.objectives().isSpent(); looks++) {
                budgets.objectives().spend(1);
                elapsedMillis.addAndGet(50);
            }
            assertThat(looks).isEqualTo(4);
            assertThat(budgets.isUsedUp()).isTrue();
        });
        assertThat(timed.share()).isEqualTo(0.5);
    }

    private static TickPace timed(AtomicLong elapsedMillis) {
        return new TickPace(() -> TimeUnit.MILLISECONDS.toNanos(elapsedMillis.get()));
    }

    private static TrackedRun run(String name) {
        return new TrackedRun(name, new SeriesQuota(SeriesQuota.DEFAULT).reservation(), 0);
    }

    /** Returns how many window records the budget had room for. */
    private static int spendAll(RunTick.Budgets budgets) {
        int records = 0;
        while (!budgets.windows().isSpent()) {
            budgets.windows().spend(1);
            records++;
        }
        return records;
    }

    /** As a processor of this thread does. */
    private static void readRecord() {
        MockProcessorContext<String, RoutedRecord> context = new MockProcessorContext<>();
        context.setRecordMetadata("tidemark.alpha.requests", 0, 0);
        new DeadLetterRecords(TeamMeters.discarding(new Team("alpha")))
                .contain(context, new Record<>("run", new byte[0], 0), origin -> {});
    }
}
