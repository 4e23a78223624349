package io.tidemark.streams.processor;

import io.tidemark.schemas.RecordLimits;
import io.tidemark.schemas.TeamLimit;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** How much of what a {@link TeamLimit} limits the tasks of a team hold in this process, shared by them. Thread-safe. */
public final class TeamUsage {
    /** Of each series: four objectives with four burn-rate rules each. */
    private static final int TIMELINES_PER_SERIES = 20;

    /** Of a process, by default: limits in bytes of a team are of such a heap, and are in proportion in another one. */
    static final long DEFAULT_HEAP_BYTES = 1 << 30;

    private final Map<TeamLimit, AtomicLong> held = new EnumMap<>(TeamLimit.class);
    private final int maxRuns;
    private final long heapBytes;

    /**
     * @param maxRuns each run needs a series at least: as many as there may be of those
     * @param heapBytes of the process
     */
    public TeamUsage(int maxRuns, long heapBytes) {
        this.maxRuns = maxRuns;
        this.heapBytes = heapBytes;
        for (TeamLimit limit : TeamLimit.values()) {
            held.put(limit, new AtomicLong());
        }
    }

    private long most(TeamLimit limit) {
        return switch (limit) {
            case RUNS -> maxRuns;
            case TIMELINES -> Math.max(limit.most(), (long) TIMELINES_PER_SERIES * maxRuns);
            case SAMPLE_BYTES_HELD, DEFINITION_BYTES, STATE_BYTES ->
                (long) ((double) limit.most() * heapBytes / DEFAULT_HEAP_BYTES);
            default -> limit.most();
        };
    }

    private AtomicLong counter(TeamLimit limit) {
        return Objects.requireNonNull(held.get(limit));
    }

    /** What all tasks hold. */
    public long held(TeamLimit limit) {
        return counter(limit).get();
    }

    /** What one task holds; not thread-safe. */
    public Share share() {
        return new Share();
    }

    /** What one task holds, given back together when it ends. */
    public final class Share {
        private final Map<TeamLimit, Long> own = new EnumMap<>(TeamLimit.class);

        private Share() {}

        /** What is wrong with so many more. */
        public Optional<RecordLimits.Excess> excess(TeamLimit limit, long more) {
            long then = held(limit) + more;
            return more > 0 && then > most(limit)
                    ? Optional.of(new RecordLimits.Excess(
                            limit,
                            limit.id() + " of the team must be at most " + most(limit) + " but would be " + then))
                    : Optional.empty();
        }

        /** Of what is held from now on, whether there is room or not: what was kept before a restart is kept again. Negative for what is given back. */
        public void add(TeamLimit limit, long more) {
            own.merge(limit, more, Long::sum);
            counter(limit).addAndGet(more);
        }

        /** Gives back all that this task has. */
        public void giveBackAll() {
            Map.copyOf(own).forEach((limit, count) -> add(limit, -count));
        }
    }
}
