package io.tidemark.reports.tune;

import io.tidemark.analysis.timeseries.Trend;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Whether the machine became faster or slower while the tune went on: each start's value over the mean of its configuration, in the order of the
 * starts. Only configurations with two and more values count, as a single one is its own mean.
 */
public record StartDrift(List<Point> points) {
    public StartDrift {
        points = List.copyOf(points);
    }

    /**
     * One start.
     *
     * @param share its value over the mean of its configuration's
     */
    public record Point(TuneStart start, String phase, double value, double share) {}

    public static StartDrift of(TuneReport report) {
        List<Point> points = new ArrayList<>();
        for (TuneStart start : report.starts()) {
            OptionalDouble value = report.value(start);
            if (value.isEmpty()) {
                continue;
            }
            Configuration own = report.configuration(start.trial().phase()).orElseThrow();
            double[] all = own.measured().stream()
                    .map(report::value)
                    .flatMapToDouble(OptionalDouble::stream)
                    .toArray();
            double mean = Arrays.stream(all).average().orElse(0);
            if (all.length > 1 && mean > 0) {
                points.add(new Point(start, own.phase(), value.getAsDouble(), value.getAsDouble() / mean));
            }
        }
        return new StartDrift(points);
    }

    /** Empty with fewer than two values. */
    public Optional<Trend> trend() {
        return Trend.of(points.stream().mapToDouble(Point::share).toArray());
    }
}
