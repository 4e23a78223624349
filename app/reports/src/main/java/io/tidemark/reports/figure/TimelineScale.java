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
        double unit = seconds > MINUTES_FROM_SECONDS ? SECONDS_PER_MINUTE : 1;
        return new TimelineScale(run, unit, Math.max(1, seconds) / unit);
    }

    double of(Instant at) {
        return run.secondsSinceStart(at) / unitSeconds;
    }

    Axis axis() {
        String unit = unitSeconds > 1 ? "min" : "s";
        return new Axis("Time since the run began (" + unit + ")", 0, length * 1.01, Axis.Scale.LINEAR);
    }
}
