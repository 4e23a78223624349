package io.tidemark.producer.arrivals;

import io.tidemark.producer.plan.load.RateShape;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.DoubleSupplier;

/**
 * Arrivals at a rate that changes over time, by change of time: a process of rate 1 is laid over the integral of the rate and read
 * off at its inverse. Of a Poisson process that makes the non-homogeneous one, exactly and without rejecting any; of equal gaps it makes
 * requests that are due each time the integral has grown by 1.
 */
final class ShapedArrivals implements Arrivals {
    private static final double LATEST_SECONDS = Long.MAX_VALUE / 1e9;

    private final RateShape shape;
    private final double warmUpSeconds;
    private final double expectedInWarmUp;
    private final DoubleSupplier counts;
    private long beforeNanos;

    /** @param counts rising, one for each request, from a process of rate 1 */
    ShapedArrivals(RateShape shape, Duration warmUp, DoubleSupplier counts) {
        this.shape = shape;
        this.warmUpSeconds = warmUp.toNanos() / 1e9;
        this.expectedInWarmUp = shape.firstPerSecond() * warmUpSeconds;
        this.counts = counts;
    }

    @Override
    public OptionalLong nextNanos() {
        double seconds = secondsAt(counts.getAsDouble());
        if (!(seconds < LATEST_SECONDS)) {
            return OptionalLong.empty();
        }
        beforeNanos = Math.max(beforeNanos, (long) (seconds * 1e9));
        return OptionalLong.of(beforeNanos);
    }

    private double secondsAt(double count) {
        return count < expectedInWarmUp
                ? count / shape.firstPerSecond()
                : warmUpSeconds + shape.secondsAtArrival(count - expectedInWarmUp);
    }
}
