package io.tidemark.streams.run;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.Optional;

/** Runs that give way to what the team has no room for: first those that are done, then those of which nothing came for longest. Not thread-safe. */
final class SilentRuns {
    private static final Comparator<TrackedRun> FIRST_TO_GO = Comparator.comparing(TrackedRun::isDone)
            .thenComparingLong(TrackedRun::silentMillis)
            .reversed();

    private final Deque<TrackedRun> inOrder = new ArrayDeque<>();

    /** After each tick, with the runs that are kept. */
    void update(Collection<TrackedRun> kept) {
        inOrder.clear();
        kept.stream().filter(TrackedRun::isSilent).sorted(FIRST_TO_GO).forEach(inOrder::add);
    }

    boolean isEmpty() {
        return inOrder.isEmpty();
    }

    /** The next of them that is silent still, and is not the run that needs the room. */
    Optional<TrackedRun> take(String needy) {
        TrackedRun next = inOrder.poll();
        while (next != null && (!next.isSilent() || next.run().equals(needy))) {
            next = inOrder.poll();
        }
        return Optional.ofNullable(next);
    }

    void remove(TrackedRun run) {
        inOrder.remove(run);
    }

    void clear() {
        inOrder.clear();
    }
}
