package io.tidemark.streams.run;

import io.tidemark.schemas.time.NanoClock;
import io.tidemark.streams.processor.ReadingTurn;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * The pace of a task's ticks. A part of a tick does as much as took the task {@link #TARGET_DURATION} the last time, shared by its runs, so that on
 * a slow machine reading and commits come round as often as on a quick one. What one look costs can change from part to part: a part begins no
 * further run after {@link #MAX_DURATION}, and a run ends each kind of its work then too. Runs that had more to do, and those that the part did not
 * come to, go on in the next part, once the thread has had its {@link ReadingTurn}; who waits longest comes first. Not thread-safe.
 */
final class TickPace {
    static final Duration TARGET_DURATION = Duration.ofMillis(50);
    static final Duration MAX_DURATION = Duration.ofMillis(200);

    /** The least that is done between two commits. */
    static final double MIN_SHARE = 0.01;

    private final NanoClock clock;
    private final Set<TrackedRun> waiting = new LinkedHashSet<>();
    private double share = 1;

    /** @param clock of the work: the time of Kafka Streams' context stands still during a tick */
    TickPace(NanoClock clock) {
        this.clock = clock;
    }

    /**
     * A tick began: does its first part.
     *
     * @param hostMillis now, by the clock of the host
     */
    void advance(long hostMillis, Collection<TrackedRun> runs, BiConsumer<TrackedRun, RunTick.Budgets> work) {
        waiting.addAll(runs);
        doPart(hostMillis, work);
    }

    /** Goes on with runs that had more to do than there was room for in the part before, unless it is time to read. */
    void proceed(long hostMillis, BiConsumer<TrackedRun, RunTick.Budgets> work) {
        if (!ReadingTurn.ofThread().isOn(hostMillis)) {
            doPart(hostMillis, work);
        }
    }

    private void doPart(long hostMillis, BiConsumer<TrackedRun, RunTick.Budgets> work) {
        if (waiting.isEmpty()) {
            return;
        }
        long beganNanos = clock.nanos();
        boolean isUsedUp = false;
        List<TrackedRun> sharing = List.copyOf(waiting);
        for (TrackedRun run : sharing) {
            if (clock.nanos() - beganNanos >= MAX_DURATION.toNanos()) {
                break;
            }
            waiting.remove(run);
            RunTick.Budgets budgets = budgets(sharing.size());
            work.accept(run, budgets);
            isUsedUp |= budgets.isUsedUp();
        }
        long tookMillis = Duration.ofNanos(clock.nanos() - beganNanos).toMillis();
        adapt(isUsedUp, tookMillis);
        ReadingTurn.ofThread().begin(hostMillis + tookMillis, tookMillis);
    }

    /** The run has more to do at once. */
    void addUnfinished(TrackedRun run) {
        waiting.add(run);
    }

    void removeUnfinished(TrackedRun run) {
        waiting.remove(run);
    }

    void clearUnfinished() {
        waiting.clear();
    }

    /** Of one of so many runs that share what there is time for. */
    RunTick.Budgets budgets(int runs) {
        return RunTick.Budgets.of(share / runs, clock);
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
