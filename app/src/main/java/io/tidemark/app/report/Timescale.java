package io.tidemark.app.report;

import io.tidemark.app.report.chart.Axis;
import io.tidemark.sinks.store.read.WindowPoint;
import java.time.Instant;
import java.util.List;

/** Time since a run began: seconds, or minutes in runs of more than ten. */
record Timescale(RunReport run, double unitSeconds, double length) {
    private static final double SECONDS_PER_MINUTE = 60;
    private static final double MINUTES_FROM_SECONDS = 600;

    static Timescale of(RunReport run) {
        double seconds = run.windows().values().stream()
                .flatMap(List::stream)
                .map(WindowPoint::end)
                .mapToDouble(run::secondsSinceStart)
                .max()
                .orElse(1);
        double unit = seconds > MINUTES_FROM_SECONDS ? SECONDS_PER_MINUTE : 1;
        return new Timescale(run, unit, Math.max(1, seconds) / unit);
    }

    double of(Instant at) {
        return run.secondsSinceStart(at) / unitSeconds;
    }

    Axis axis() {
        String unit = unitSeconds > 1 ? "min" : "s";
        return new Axis("Time since the run began (" + unit + ")", 0, length * 1.01, Axis.Scale.LINEAR);
    }
}
