package io.tidemark.producer.tally;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * How a step stands.
 *
 * @param stepCount steps of the run
 * @param extent how far it is
 * @param load what it asks, and what it got so far
 * @param latencies of the measured requests so far
 */
public record RunProgress(
        int step,
        int stepCount,
        Extent extent,
        StepOfferedLoad load,
        Duration elapsed,
        StepCounts counts,
        Latencies latencies) {
    /** How much of a step is done, by time or by measured requests, whichever bounds it. */
    public sealed interface Extent {
        /** In [0, 1]. */
        double share();
    }

    /** Bounded by time, all parts. */
    public record ByTime(Duration done, Duration planned) implements Extent {
        @Override
        public double share() {
            return Math.min(1, (double) done.toNanos() / planned.toNanos());
        }
    }

    /** Bounded by the number of requests due in the measured part. */
    public record ByCount(long due, long planned) implements Extent {
        @Override
        public double share() {
            return Math.min(1, (double) due / planned);
        }
    }

    /** p99s, nanoseconds; empty before there are values. */
    public record Latencies(
            OptionalLong scheduleLagP99Nanos, OptionalLong ttftDueP99Nanos, OptionalLong tpotP99Nanos) {}
}
