package io.tidemark.console.detail;

import io.tidemark.analysis.soak.SoakStanding;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.Verdict;
import io.tidemark.reports.run.LoadLevel;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A step that was cut into segments, over its whole time.
 *
 * @param tier what a point is: a segment, or an hour or a day of segments where there are many
 * @param standing the worst of any hour or day; empty before the second hour is over
 * @param marks what happened, by time
 */
public record SoakView(
        String run,
        int step,
        LoadLevel load,
        String metric,
        Tier tier,
        int segments,
        Optional<SoakStanding> standing,
        List<Point> points,
        List<Budget> budgets,
        List<Mark> marks) {
    /** @param soak empty where the run has no step of several segments */
    public record Answer(Optional<SoakView> soak) {}

    /** How much time a point stands for. */
    public enum Tier {
        SEGMENT,
        HOUR,
        DAY
    }

    /**
     * Requests of a part of the time.
     *
     * @param segment its first one
     * @param p50Nanos of the ok requests
     * @param verdict the worst of its segments
     */
    public record Point(
            int segment,
            Instant from,
            Instant until,
            long due,
            long ok,
            OptionalLong p50Nanos,
            OptionalLong p95Nanos,
            OptionalLong p99Nanos,
            Verdict verdict) {}

    /**
     * The error budget of an objective: how many requests may be bad.
     *
     * @param allowed share of requests that may be bad
     * @param left share of the budget of all requests so far that is left at the end of each point, below 0 where more was spent
     */
    public record Budget(String objective, ObjectiveKind kind, double allowed, List<OptionalDouble> left) {}

    /** Kinds of what happened. */
    public enum MarkKind {
        CHANGE,
        RESTART,
        BREACH,
        ALERT,
        TUNE,
        CONFIGURATION
    }

    /**
     * What happened.
     *
     * @param until where it ended; empty for a moment, and for what lasts
     */
    public record Mark(MarkKind kind, Instant at, Optional<Instant> until, String description) {}
}
