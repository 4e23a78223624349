package io.tidemark.analysis.compare;

import io.tidemark.analysis.difference.MeanDifference;
import io.tidemark.analysis.difference.ScaledRun;
import io.tidemark.analysis.difference.ScaledRuns;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.analysis.timeseries.ChangePoint;
import io.tidemark.analysis.timeseries.EDivisive;
import io.tidemark.analysis.timeseries.TheilSen;
import io.tidemark.analysis.timeseries.Trend;
import io.tidemark.schemas.ValueText;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The runs of both sides at one question as one series over time, for sides that cannot take turns, as the nightly runs of one plan.
 *
 * @param step empty where the shape is not STEP
 */
public record RunSeries(MeasureAtLoad question, Shape shape, Optional<Step> step) {
    /** Fewer runs show no change point, or drift, often enough to be called steady: docs/internals/comparison-statistics.md. */
    public static final int MIN_RUNS = 12;

    /** Of 9 runs, 2 of the 84 places that 3 can have are as clear as the clearest step: more than the level. */
    private static final int MIN_RUNS_OF_STEP = 10;

    /** Of 12 runs, 2 of the 220 places that 3 can have are as clear as the clearest step: at a level of 1 % the seed decides whether it is found. */
    private static final EDivisive METHOD = new EDivisive(0.02, 499, 3, 0);

    private static final long SEED = 2014;

    /** The share of steady series with so clear a trend, most of which change by less than the margin. */
    private static final double DRIFT_LEVEL = 0.05;

    /** A step that leaves at most this share of what a straight line leaves (sums of squares) is no drift. */
    private static final double LEFT_BY_STEP = 0.5;

    /** How a series lies in time. */
    public enum Shape {
        /** No change point and no trend. */
        STEADY,
        /** One change point, which a straight line explains far worse. */
        STEP,
        /** A drift, or several changes. */
        UNCLEAR
    }

    /**
     * A change that lasts.
     *
     * @param position of the first run after it, from 1
     * @param runs of the series
     * @param change of the runs from it on against those before it
     * @param regressed whether it is for the worse, beyond the margin, and its interval excludes 0
     */
    public record Step(
            MeasureAtLoad question,
            String run,
            Instant startedAt,
            int position,
            int runs,
            MeasureChange change,
            boolean regressed) {

        /** {@code ttft p99 at 2 req/s +25.0 % (95 % CI +23.1 to +26.9 %) from 2026-11-07T02:00:00Z on (run n7, 7 of 12)}. */
        String description(double confidence) {
            return String.format(
                    Locale.ROOT,
                    "%s %+.1f %s (%s %% CI %+.1f to %+.1f %3$s) from %s on (run %s, %d of %d)",
                    ComparisonText.measure(question),
                    100 * change.value(),
                    ComparisonText.unit(question.measure()),
                    ValueText.digits(100 * confidence),
                    100 * change.low().orElseThrow(),
                    100 * change.high().orElseThrow(),
                    startedAt,
                    run,
                    position,
                    runs);
        }
    }

    /** Empty where there are too few runs, or too few to be steady and no step, or a start is not known. */
    static Optional<RunSeries> of(PendingComparison pending, DifferenceMethod differences) {
        List<ScaledRun> series = pending.runs().inTime();
        if (series.size() < MIN_RUNS_OF_STEP) {
            return Optional.empty();
        }
        double[] values = series.stream().mapToDouble(ScaledRun::value).toArray();
        List<ChangePoint> points = METHOD.of(values, new SplittableRandom(SEED));
        Optional<Step> step = points.size() == 1 && isNoDrift(values, points.get(0))
                ? step(pending, differences, series, points.get(0).index())
                : Optional.empty();
        if (step.isPresent()) {
            return Optional.of(new RunSeries(pending.question(), Shape.STEP, step));
        }
        boolean steady = points.isEmpty() && !isDrift(pending, differences, values);
        Shape shape = steady ? Shape.STEADY : Shape.UNCLEAR;
        return series.size() < MIN_RUNS
                ? Optional.empty()
                : Optional.of(new RunSeries(pending.question(), shape, step));
    }

    /** Whether the values rise or fall by more than the margin from the first to the last, without a change point among them. */
    private static boolean isDrift(PendingComparison pending, DifferenceMethod differences, double[] values) {
        double change = pending.scale().change(TheilSen.slope(values) * (values.length - 1));
        return Math.abs(change)
                        > differences.policy().margins().of(pending.question().measure())
                && Trend.of(values)
                        .filter(trend -> trend.pValue() <= DRIFT_LEVEL)
                        .isPresent();
    }

    private static boolean isNoDrift(double[] values, ChangePoint point) {
        double[] ofStep = IntStream.range(0, values.length)
                .mapToDouble(at -> values[at] - (at < point.index() ? point.before() : point.after()))
                .toArray();
        double slope = TheilSen.slope(values);
        double[] ofLine = IntStream.range(0, values.length)
                .mapToDouble(at -> values[at] - slope * at)
                .toArray();
        return squares(ofStep) <= LEFT_BY_STEP * squares(ofLine);
    }

    /** Around their mean. */
    private static double squares(double[] values) {
        double mean = Arrays.stream(values).average().orElseThrow();
        return Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();
    }

    /** Empty where the policy asks for more runs on each side of it. */
    private static Optional<Step> step(
            PendingComparison pending, DifferenceMethod differences, List<ScaledRun> series, int index) {
        MeasureAtLoad question = pending.question();
        Optional<MeanDifference> difference = differences
                .of(question, new ScaledRuns(series.subList(0, index), series.subList(index, series.size())))
                .filter(it -> it.basis().decides());
        return difference.map(it -> {
            MeasureChange change = pending.change(it, differences.policy().confidence());
            boolean regressed = question.measure().family().isWorse(change.value())
                    && change.exceeds(differences.policy().margins().of(question.measure()))
                    && change.excludesZero();
            ScaledRun first = series.get(index);
            return new Step(
                    question,
                    first.run(),
                    first.startedAt().orElseThrow(),
                    index + 1,
                    series.size(),
                    change,
                    regressed);
        });
    }
}
