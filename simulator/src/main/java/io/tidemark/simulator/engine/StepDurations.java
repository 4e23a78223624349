package io.tidemark.simulator.engine;

import io.tidemark.simulator.engine.cost.StepCost;
import io.tidemark.simulator.engine.cost.StepWork;
import io.tidemark.simulator.random.SeededRandom;

/** How long steps take, one after the other. Confined to the engine. */
final class StepDurations {
    private static final double NANOS_PER_SECOND = 1e9;

    private final StepCost cost;
    private final EngineFeatures features;
    private final SeededRandom noise;
    private long steps;
    private long lastEndNanos = Long.MIN_VALUE;
    private double lastAcceleratorSeconds;

    StepDurations(EngineConfig config, SeededRandom noise) {
        this.cost = config.cost();
        this.features = config.features();
        this.noise = noise;
    }

    long steps() {
        return steps;
    }

    /** Nanoseconds that the next step takes, at least 1. */
    long next(long nowNanos, StepWork load, double copySeconds) {
        double accelerator =
                cost.onAccelerator(load) + features.speculation().cost().seconds(load) + copySeconds;
        double seconds = hostSeconds(nowNanos, load) + accelerator;
        if (cost.noiseSigma() > 0) {
            seconds *= StrictMath.exp(cost.noiseSigma() * noise.gaussian());
        }
        seconds = features.coldStart().seconds(seconds, steps);
        long durationNanos = Math.max(1, Math.round(seconds * NANOS_PER_SECOND));
        steps++;
        lastEndNanos = nowNanos + durationNanos;
        lastAcceleratorSeconds = accelerator;
        return durationNanos;
    }

    /** With asynchronous scheduling a step that follows at once was prepared while the one before it was computed. */
    private double hostSeconds(long nowNanos, StepWork load) {
        double host = cost.onHost(load);
        boolean prepared = features.asyncScheduling() && steps > 0 && nowNanos <= lastEndNanos;
        return prepared ? Math.max(0, host - lastAcceleratorSeconds) : host;
    }
}
