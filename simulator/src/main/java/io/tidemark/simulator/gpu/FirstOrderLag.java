package io.tidemark.simulator.gpu;

/** A value that follows its target with a first-order lag. Not thread-safe. */
final class FirstOrderLag {
    private final double timeConstantSeconds;
    private double value;

    FirstOrderLag(double timeConstantSeconds, double value) {
        this.timeConstantSeconds = timeConstantSeconds;
        this.value = value;
    }

    double value() {
        return value;
    }

    /** Goes on for {@code seconds} towards {@code target}; gives the value's integral over that time. */
    double advance(double target, double seconds) {
        double left = StrictMath.exp(-seconds / timeConstantSeconds);
        double integral = target * seconds + (value - target) * timeConstantSeconds * (1 - left);
        value = target + (value - target) * left;
        return integral;
    }
}
