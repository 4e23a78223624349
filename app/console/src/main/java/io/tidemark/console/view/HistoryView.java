package io.tidemark.console.view;

import io.tidemark.events.Verdict;
import io.tidemark.reports.run.LoadLevel;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One quantile of one metric at one load over the runs of an experiment, the oldest first.
 *
 * @param loads at which the experiment has steps, the one with most runs first
 * @param load the one that is shown; empty where there is none
 * @param changes points from which the values are others
 */
public record HistoryView(
        String experiment,
        String metric,
        double quantile,
        List<LoadLevel> loads,
        Optional<LoadLevel> load,
        List<Point> points,
        List<Change> changes) {
    /**
     * A run's step at that load, nanoseconds; {@code low} and {@code high} are the ends of the 95 % interval, empty where it is unbounded.
     *
     * @param serverVersion empty where the server does not say
     */
    public record Point(
            String run,
            String phase,
            Instant started,
            Optional<String> serverVersion,
            Map<String, String> labels,
            OptionalLong value,
            OptionalLong low,
            OptionalLong high,
            long count,
            Verdict verdict) {}

    /**
     * A change point.
     *
     * @param at start of the first run with the new values
     * @param before median before it, nanoseconds
     * @param after median from it on, nanoseconds
     * @param p how often chance alone gives one as clear
     */
    public record Change(Instant at, String run, double before, double after, double p) {}
}
