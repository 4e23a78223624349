package io.tidemark.producer.plan;

import io.tidemark.events.LoadKind;
import io.tidemark.producer.plan.load.LoadModel;
import java.time.Duration;
import java.util.Optional;

/**
 * One load level.
 *
 * @param load what drives it
 * @param extent how long the measured part is
 * @param warmUp before it; its requests are not judged
 * @param coolDown after it, with load, so that the last measured requests do not enjoy an emptying server
 * @param idle pause without load after the step before has ended, so that the server starts from rest; none before the first step
 * @param segment length of the slices that the measured part is cut into, by when requests are due
 */
public record StepPlan(
        LoadModel load, Extent extent, Duration warmUp, Duration coolDown, Duration idle, Duration segment) {
    private static final double MILLIS_PER_SECOND = 1e3;

    /** Of a step that does not say. */
    public static final Duration SEGMENT = Duration.ofMinutes(10);

    /** With segments as of a step that does not say. */
    public StepPlan(LoadModel load, Extent extent, Duration warmUp, Duration coolDown, Duration idle) {
        this(load, extent, warmUp, coolDown, idle, SEGMENT);
    }

    /** Without a pause before it. */
    public StepPlan(LoadModel load, Extent extent, Duration warmUp, Duration coolDown) {
        this(load, extent, warmUp, coolDown, Duration.ZERO);
    }

    /** What kind of load drives it. */
    public LoadKind loadKind() {
        return load instanceof LoadModel.Closed ? LoadKind.CONCURRENCY : LoadKind.RATE;
    }

    /** How much load of its kind is asked: requests in flight, or as {@link #ratePerSecond}. */
    public double loadLevel() {
        return load instanceof LoadModel.Closed closed ? closed.concurrency() : ratePerSecond();
    }

    /** Rate asked in conversations per second; 0 when a trace or a concurrency gives the arrivals, or all are due at once. */
    public double ratePerSecond() {
        return load instanceof LoadModel.Open open ? open.arrivals().perSecond() : 0;
    }

    /**
     * How long it takes on a server that keeps up: its warm-up, measured part and cool-down. Empty where a count of requests without a rate bounds it:
     * how long that takes is the server's affair.
     */
    public Optional<Duration> expectedDuration() {
        if (extent instanceof Lasting lasting) {
            return Optional.of(warmUp.plus(lasting.duration()).plus(coolDown));
        }
        double perSecond = ratePerSecond();
        if (!(perSecond > 0 && Double.isFinite(perSecond))) {
            return Optional.empty();
        }
        long measuredMillis = Math.round(((Counting) extent).requests() / perSecond * MILLIS_PER_SECOND);
        return Optional.of(warmUp.plusMillis(measuredMillis).plus(coolDown));
    }

    /** The word for its arrivals in events. */
    public String arrivalsWord() {
        return load instanceof LoadModel.Open open ? open.arrivals().word() : "concurrency";
    }

    /** The measured part of a step. */
    public sealed interface Extent {}

    /** Bounded by time. */
    public record Lasting(Duration duration) implements Extent {}

    /** Bounded by the number of requests due. */
    public record Counting(int requests) implements Extent {}
}
