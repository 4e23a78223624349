package io.tidemark.producer.run;

import java.time.Duration;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * How a step stands.
 *
 * @param stepCount steps of the run
 * @param planned requests of the step's drawn schedule, all parts
 * @param askedPerSecond rate asked; for a trace its drawn rate
 * @param drawnPerSecond rate of the drawn schedule in the measured part, never judged against the asked one
 * @param achievedPerSecond requests sent per second since the step began
 * @param latencies of the measured requests so far
 */
public record RunProgress(
        int step,
        int stepCount,
        long planned,
        double askedPerSecond,
        double drawnPerSecond,
        OptionalDouble achievedPerSecond,
        Duration elapsed,
        StepCounts counts,
        Latencies latencies) {
    /** p99s, nanoseconds; empty before there are values. */
    public record Latencies(
            OptionalLong scheduleLagP99Nanos, OptionalLong ttftDueP99Nanos, OptionalLong tpotP99Nanos) {}
}
