package io.tidemark.streams.run;

import io.tidemark.streams.processor.ReadingTurn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/**
 * The pace of a task's ticks. A part of a tick does as much as took the task {@link #TARGET_DURATION} the last time, shared by its runs, so that on
 * a slow machine reading and commits come round as often as on a quick one. Runs that had more to do go on in the next part, once the thread has
 * had its {@link ReadingTurn}. Not thread-safe.
 */
final class TickPace {
    static final Duration TARGET_DURATION = Duration.ofMillis(50);

    /** The least that is done between two commits. */
    static final double MIN_SHARE = 0.01;

    private final LongSupplier hostMillis;
    private final List<TrackedRun> unfinished = new ArrayList<>();
    private double share = 1;

    /** @param hostMillis the clock of the host */
    TickPace(LongSupplier hostMillis) {
        this.hostMillis = hostMillis;
    }

    /** Does a part of a tick on runs: they share what there is time for, and each comes at least a second on. */
    void advance(List<TrackedRun> runs, BiConsumer<TrackedRun, RunTick.Budgets> work) {
        unfinished.clear();
        if (runs.isEmpty()) {
            return;
        }
        long beganMillis = hostMillis.getAsLong();
        boolean isUsedUp = false;
        for (TrackedRun run : runs) {
            RunTick.Budgets budgets = budgets(runs.size());
            work.accept(run, budgets);
            isUsedUp |= budgets.isUsedUp();
        }
        long endedMillis = hostMillis.getAsLong();
        adapt(isUsedUp, endedMillis - beganMillis);
        ReadingTurn.ofThread().begin(endedMillis, endedMillis - beganMillis);
    }

    /** Goes on with runs that had more to do than there was room for in the part before, unless it is time to read. */
    void proceed(long nowHostMillis, BiConsumer<TrackedRun, RunTick.Budgets> work) {
        if (!ReadingTurn.ofThread().isOn(nowHostMillis)) {
            advance(List.copyOf(unfinished), work);
        }
    }

    /** The run has more to do at once. */
    void addUnfinished(TrackedRun run) {
        unfinished.add(run);
    }

    void removeUnfinished(TrackedRun run) {
        unfinished.remove(run);
    }

    void clearUnfinished() {
        unfinished.clear();
    }

    /** Of one of so many runs that share what there is time for. */
    RunTick.Budgets budgets(int runs) {
        return RunTick.Budgets.of(share / runs);
    }

    double share() {
        return share;
    }

    /** @param isUsedUp whether there was more to do than was allowed */
    void adapt(boolean isUsedUp, long tookMillis) {
        if (tookMillis > 2 * TARGET_DURATION.toMillis()) {
            share = Math.max(MIN_SHARE, share / 2);
        } else if (tookMillis <= TARGET_DURATION.toMillis() && isUsedUp) {
            share = Math.min(1, 2 * share);
        }
    }
}
