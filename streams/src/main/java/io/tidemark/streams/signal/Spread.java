package io.tidemark.streams.signal;

import java.util.List;
import java.util.Optional;

/** A signal over a time: counters' rates weigh by the time that they span. */
public record Spread(double mean, double deviation, double max, int points) {
    static Optional<Spread> of(List<Point> points) {
        if (points.isEmpty()) {
            return Optional.empty();
        }
        double weights = 0;
        double mean = 0;
        double squares = 0;
        double max = Double.NEGATIVE_INFINITY;
        for (Point point : points) {
            double weight = Math.max(1, point.spanMicros());
            weights += weight;
            double delta = point.value() - mean;
            mean += delta * weight / weights;
            squares += weight * delta * (point.value() - mean);
            max = Math.max(max, point.value());
        }
        return Optional.of(new Spread(mean, Math.sqrt(squares / weights), max, points.size()));
    }

    /** Of several instances: summed or averaged; deviations as if instances moved together. */
    static Optional<Spread> combine(List<Spread> spreads, boolean averaged) {
        if (spreads.isEmpty()) {
            return Optional.empty();
        }
        double divisor = averaged ? spreads.size() : 1;
        return Optional.of(new Spread(
                spreads.stream().mapToDouble(Spread::mean).sum() / divisor,
                spreads.stream().mapToDouble(Spread::deviation).sum() / divisor,
                spreads.stream().mapToDouble(Spread::max).sum() / divisor,
                spreads.stream().mapToInt(Spread::points).sum()));
    }
}
