package io.tidemark.streams.objectives;

import io.tidemark.analysis.objective.RequestVerdict;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.DoubtTally;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.panes.FailedAfterFirstToken;
import io.tidemark.streams.panes.FirstTokenTimes;
import io.tidemark.streams.panes.GoodRequestCriterion;
import io.tidemark.streams.panes.InFlightAges;
import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.RequestMeasurement;
import io.tidemark.streams.panes.SeriesHistory;
import io.tidemark.streams.panes.SeriesKey;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Counts a second for an objective. A request that is not ok is one bad value in the second of its end. TTFT counts each first
 * token in its own second, so that it does not wait for the end; ITL is counted by the buckets of its sketch, all else by
 * exact facts. What makes figures unfit withholds a window's finding by its share, as it does a step's verdict; in an error budget, which sums
 * seconds that are gone, a request of whose limited figures nothing can be reported is neither good nor bad. Pure.
 *
 * @param limited metrics that it rests on
 */
record ObjectiveCounter(ObjectiveState objective, GoodRequestCriterion criterion, Set<Metric> limited) {
    ObjectiveCounter(ObjectiveState objective) {
        this(
                objective,
                GoodRequestCriterion.of(objective),
                RequestVerdict.limitsNanos(objective).keySet());
    }

    ObjectiveTally count(Pane pane) {
        if (objective.getKind() != ObjectiveKind.QUANTILE) {
            long bad = pane.ended().stream()
                    .filter(fact -> !criterion.isGood(fact))
                    .count();
            return new ObjectiveTally(pane.ended().size(), bad, bad, pane.failed());
        }
        Metric metric = Metric.of(objective.getMetric());
        return switch (metric) {
            case TTFT, TTFT_DUE -> values(firstTokens(metric, pane.firstTokens()), pane.failed());
            case ITL -> gaps(pane.sketch(Metric.ITL), pane.failed());
            case TPOT, E2E, E2E_DUE, QUEUE_TIME -> values(ofEnded(metric, pane, fact -> true), pane.failed());
        };
    }

    /** Whether so many of these requests are in doubt that nothing is found of them. */
    boolean isWithheld(DoubtTally doubts) {
        return limited.stream().anyMatch(doubts::isUnfit);
    }

    /** Of requests alone, each once, in the second of its end; of ITL, gaps. What is in doubt is left out. */
    ObjectiveTally requests(Pane pane) {
        if (objective.getKind() != ObjectiveKind.QUANTILE) {
            long fit = pane.ended().stream().filter(this::isFit).count();
            long bad = pane.ended().stream()
                    .filter(fact -> isFit(fact) && !criterion.isGood(fact))
                    .count();
            return new ObjectiveTally(fit, bad, bad, pane.failed());
        }
        Metric metric = Metric.of(objective.getMetric());
        if (metric == Metric.ITL) {
            return isWithheld(pane.doubts()) ? gaps(new LogHistogram(), pane.failed()) : count(pane);
        }
        return values(ofEnded(metric, pane, this::isFit), pane.failed());
    }

    private boolean isFit(RequestMeasurement fact) {
        return limited.stream().noneMatch(fact.doubts()::isUnfit);
    }

    /** What counts of what is in flight at an end: heartbeats do not give its classes. */
    InFlightAges inFlightAt(SeriesHistory seconds, long end) {
        return objective.getRequestClass().equals(SeriesKey.ALL) ? seconds.inFlightAt(end) : InFlightAges.NONE;
    }

    /** What its first token was counted as: nothing, if first tokens are not what is counted. */
    ObjectiveTally firstTokenOf(FailedAfterFirstToken request) {
        if (objective.getKind() != ObjectiveKind.QUANTILE) {
            return ObjectiveTally.NONE;
        }
        return switch (Metric.of(objective.getMetric())) {
            case TTFT -> values(new long[] {request.ttftNanos()}, 0);
            case TTFT_DUE -> values(new long[] {request.ttftDueNanos()}, 0);
            case TPOT, ITL, E2E, E2E_DUE, QUEUE_TIME -> ObjectiveTally.NONE;
        };
    }

    private long limitNanos() {
        return objective.getLimitNanos();
    }

    /** The limit that a breach must get under to close. */
    private long clearNanos() {
        return (long) (limitNanos() * objective.getClearRatio());
    }

    private ObjectiveTally values(long[] nanos, long failed) {
        long bad = countAbove(limitNanos(), nanos);
        long notClear = countAbove(clearNanos(), nanos);
        return new ObjectiveTally(nanos.length + failed, bad + failed, notClear + failed, failed);
    }

    private static long countAbove(long limit, long[] nanos) {
        long above = 0;
        for (long value : nanos) {
            above += value > limit ? 1 : 0;
        }
        return above;
    }

    private ObjectiveTally gaps(LogHistogram gaps, long failed) {
        long bad = gaps.count() - gaps.countAtMost(limitNanos());
        long notClear = gaps.count() - gaps.countAtMost(clearNanos());
        return new ObjectiveTally(gaps.count() + failed, bad + failed, notClear + failed, failed);
    }

    /** TTFT or TTFT from due of each, nanoseconds. */
    static long[] firstTokens(Metric metric, FirstTokenTimes tokens) {
        return IntStream.range(0, tokens.size())
                .mapToLong(i -> metric == Metric.TTFT ? tokens.ttftNanos(i) : tokens.ttftDueNanos(i))
                .toArray();
    }

    private static long[] ofEnded(Metric metric, Pane pane, Predicate<RequestMeasurement> counts) {
        return pane.ended().stream()
                .filter(fact -> fact.ok() && counts.test(fact))
                .mapToLong(fact -> fact.nanos(metric))
                .filter(nanos -> nanos >= 0)
                .toArray();
    }
}
