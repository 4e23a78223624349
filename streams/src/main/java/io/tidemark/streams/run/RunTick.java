package io.tidemark.streams.run;

import io.tidemark.schemas.time.NanoClock;
import io.tidemark.streams.breaches.BreachDetector;
import io.tidemark.streams.steps.StepPublisher;
import io.tidemark.streams.windows.TickBudget;
import io.tidemark.streams.windows.WindowEmission;
import java.util.function.IntPredicate;

/** What a run does once a second: windows first, then what rests on them. Each goes on where its budget ended. */
final class RunTick {
    private final TrackedRun tracked;
    private final RunOutput output;
    private final Budgets budgets;
    private final IntPredicate hasRoom;

    /**
     * How much is done at once.
     *
     * @param windows records that are made
     * @param objectives windows that are looked at
     * @param results that are looked at
     */
    record Budgets(TickBudget windows, TickBudget objectives, TickBudget results) {
        /** Some 50 ms of work of an idle core. */
        static final int MAX_RECORDS = 5_000;

        /** Of windows and of results, some 50 ms of work of an idle core each. */
        static final int MAX_LOOKS = 20_000;

        /** A share, above 0 and at most 1, of the most that a part of a tick may do; at least one of each, so that each run comes on. */
        static Budgets of(double share, NanoClock clock) {
            return new Budgets(
                    part(share, MAX_RECORDS, clock), part(share, MAX_LOOKS, clock), part(share, MAX_LOOKS, clock));
        }

        private static TickBudget part(double share, int most, NanoClock clock) {
            return new TickBudget(Math.max(1, (long) (share * most)), clock, TickPace.MAX_DURATION);
        }

        boolean isUsedUp() {
            return windows.isSpent() || objectives.isSpent() || results.isSpent();
        }
    }

    /** @param hasRoom whether so many objectives more may be followed over a series */
    RunTick(TrackedRun tracked, RunOutput output, Budgets budgets, IntPredicate hasRoom) {
        this.tracked = tracked;
        this.output = output;
        this.budgets = budgets;
        this.hasRoom = hasRoom;
    }

    /** Returns whether there is more to do at once. While objectives are looked at in parts, further windows and results wait. */
    boolean advance(long nowMillis) {
        tracked.settleLanes(nowMillis);
        if (!tracked.breaches().isBehind()) {
            tracked.emitted(new WindowEmission(tracked.windows(), output, budgets.windows()).advanceTo(nowMillis));
        }
        if (new BreachDetector(tracked.breaches(), output, budgets.objectives(), nowMillis).evaluate(hasRoom)) {
            return true;
        }
        boolean more = new StepPublisher(tracked.stepSources(), output, budgets.results(), nowMillis).publish();
        return more || tracked.isEmissionBehind();
    }
}
