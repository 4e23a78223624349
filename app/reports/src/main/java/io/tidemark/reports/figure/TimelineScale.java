package io.tidemark.reports.figure;

import io.tidemark.reports.chart.Axis;
import io.tidemark.reports.model.RunReport;
import io.tidemark.sinks.store.read.WindowRow;
import java.time.Instant;
import java.util.List;

/** Time since a run began: seconds, or minutes in runs of more than ten. */
record TimelineScale(RunReport run, double unitSeconds, double length) {
    private static final double SECONDS_PER_MINUTE = 60;
    private static final double MINUTES_FROM_SECONDS = 600;

    static TimelineScale of(RunReport run) {
        double seconds = run.windows().values().stream()
                .flatMap(List::stream)
                .map(WindowRow::end)
                .mapToDouble(run::secondsSinceStart)
                .max()
                .orElse(1);
        double unit = unitSeconds(seconds);
        return new TimelineScale(run, unit, Math.max(1, seconds) / unit);
    }

    static double unitSeconds(double seconds) {
        return seconds > MINUTES_FROM_SECONDS ? SECONDS_PER_MINUTE : 1;
    }

    double of(Instant at) {
        return run.secondsSinceStart(at) / unitSeconds;
    }

    Axis axis() {
        return axis("Time since the run began", unitSeconds, length);
    }

    static Axis axis(String label, double unitSeconds, double length) {
        String unit = unitSeconds > 1 ? "min" : "s";
        return new Axis(label + " (" + unit + ")", 0, length * 1.01, Axis.Scale.LINEAR);
    }
}
