package io.tidemark.streams.signals;

import java.util.List;
import java.util.Optional;

/** A signal over a time: counters' rates weigh by the time that they span. */
public record SignalSummary(double mean, double deviation, double max, int points) {
    static Optional<SignalSummary> of(List<SignalPoint> points) {
        if (points.isEmpty()) {
            return Optional.empty();
        }
        double weights = 0;
        double mean = 0;
        double squares = 0;
        double max = Double.NEGATIVE_INFINITY;
        for (SignalPoint point : points) {
            double weight = Math.max(1, point.spanMicros());
            weights += weight;
            double delta = point.value() - mean;
            mean += delta * weight / weights;
            squares += weight * delta * (point.value() - mean);
            max = Math.max(max, point.value());
        }
        return Optional.of(new SignalSummary(mean, Math.sqrt(squares / weights), max, points.size()));
    }

    /** Of several instances: summed or averaged; deviations as if instances moved together. */
    static Optional<SignalSummary> combine(List<SignalSummary> spreads, boolean averaged) {
        if (spreads.isEmpty()) {
            return Optional.empty();
        }
        double divisor = averaged ? spreads.size() : 1;
        return Optional.of(new SignalSummary(
                spreads.stream().mapToDouble(SignalSummary::mean).sum() / divisor,
                spreads.stream().mapToDouble(SignalSummary::deviation).sum() / divisor,
                spreads.stream().mapToDouble(SignalSummary::max).sum() / divisor,
                spreads.stream().mapToInt(SignalSummary::points).sum()));
    }
}
