package io.tidemark.simulator.engine.cost;

/**
 * Why the first requests after a start are slow: the first step compiles kernels and captures graphs, and those after it
 * still meet batch shapes that no step had before.
 *
 * @param firstStepSeconds added to the first step
 * @param firstFactor how many times as long the first step takes besides, at least 1
 * @param fadingSteps steps over which the factor falls to 1, in a straight line; 0: it is 1 from the start
 */
public record ColdStart(double firstStepSeconds, double firstFactor, int fadingSteps) {
    private static final ColdStart NONE = new ColdStart(0, 1, 0);

    public ColdStart {
        if (!(firstStepSeconds >= 0) || Double.isInfinite(firstStepSeconds)) {
            throw new IllegalArgumentException("first-step-seconds must be a number >= 0 but was " + firstStepSeconds);
        }
        if (!(firstFactor >= 1) || Double.isInfinite(firstFactor)) {
            throw new IllegalArgumentException("first-factor must be a number >= 1 but was " + firstFactor);
        }
        if (fadingSteps < 0) {
            throw new IllegalArgumentException("fading-steps must be >= 0 but was " + fadingSteps);
        }
    }

    public static ColdStart none() {
        return NONE;
    }

    /** Only the first step is slow. */
    public static ColdStart firstStep(double seconds) {
        return new ColdStart(seconds, 1, 0);
    }

    /** The same with a first step that takes so many seconds longer. */
    public ColdStart later(double seconds) {
        return new ColdStart(firstStepSeconds + seconds, firstFactor, fadingSteps);
    }

    /** What a step of {@code seconds} takes as the {@code step}-th since the start, counted from 0. */
    public double seconds(double seconds, long step) {
        double factor = step >= fadingSteps ? 1 : firstFactor - (firstFactor - 1) * step / fadingSteps;
        return seconds * factor + (step == 0 ? firstStepSeconds : 0);
    }
}
