package io.tidemark.producer.plan;

import java.time.Duration;

/**
 * One load level.
 *
 * @param ratePerSecond requests per second asked; 0 when a trace gives the arrivals
 * @param speedUp factor on a trace's own pace; 1 otherwise
 * @param extent how long the measured part is
 * @param warmUp before it; its requests are not judged
 * @param coolDown after it, with load, so that the last measured requests do not enjoy an emptying server
 */
public record StepPlan(double ratePerSecond, double speedUp, Extent extent, Duration warmUp, Duration coolDown) {
    /** The measured part of a step. */
    public sealed interface Extent {}

    /** Bounded by time. */
    public record Lasting(Duration duration) implements Extent {}

    /** Bounded by the number of requests due. */
    public record Counting(int requests) implements Extent {}
}
