package io.tidemark.streams.slo;

import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.pane.BrokenOff;
import io.tidemark.streams.pane.Criterion;
import io.tidemark.streams.pane.FirstTokens;
import io.tidemark.streams.pane.Pane;
import io.tidemark.streams.pane.RequestFact;
import io.tidemark.streams.pane.SeriesKey;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Counts a second for an objective. A request that is not ok is one bad value in the second of its end. TTFT counts each first
 * token in its own second, so that it does not wait for the end; ITL is counted by the buckets of its sketch, all else by
 * exact facts. Pure.
 */
record Counting(ObjectiveState objective, Criterion criterion) {
    Counting(ObjectiveState objective) {
        this(objective, Criterion.of(objective));
    }

    Tally count(Pane pane) {
        if (objective.getKind() != ObjectiveKind.QUANTILE) {
            long bad = pane.ended().stream()
                    .filter(fact -> !criterion.isGood(fact))
                    .count();
            return new Tally(pane.ended().size(), bad, bad, pane.notOk());
        }
        Metric metric = Metric.of(objective.getMetric());
        return switch (metric) {
            case TTFT, TTFT_DUE -> values(firstTokens(metric, pane.firstTokens()), pane.notOk());
            case ITL -> gaps(pane.sketch(Metric.ITL), pane.notOk());
            case TPOT, E2E, E2E_DUE, QUEUE_TIME -> values(ofEnded(metric, pane), pane.notOk());
        };
    }

    /** Of requests alone, each once, in the second of its end; of ITL, gaps. */
    Tally requests(Pane pane) {
        boolean first = objective.getKind() == ObjectiveKind.QUANTILE && isFirstToken();
        return first ? values(ofEnded(Metric.of(objective.getMetric()), pane), pane.notOk()) : count(pane);
    }

    /** What counts of what is in flight at an end: heartbeats do not tell its classes. */
    Ages inFlightAt(Seconds seconds, long end) {
        return objective.getRequestClass().equals(SeriesKey.ALL) ? seconds.inFlightAt(end) : Ages.NONE;
    }

    private boolean isFirstToken() {
        Metric metric = Metric.of(objective.getMetric());
        return metric == Metric.TTFT || metric == Metric.TTFT_DUE;
    }

    /** What its first token was counted as: nothing, if first tokens are not what is counted. */
    Tally firstTokenOf(BrokenOff request) {
        if (objective.getKind() != ObjectiveKind.QUANTILE) {
            return Tally.NONE;
        }
        return switch (Metric.of(objective.getMetric())) {
            case TTFT -> values(new long[] {request.ttftNanos()}, 0);
            case TTFT_DUE -> values(new long[] {request.ttftDueNanos()}, 0);
            case TPOT, ITL, E2E, E2E_DUE, QUEUE_TIME -> Tally.NONE;
        };
    }

    private long limitNanos() {
        return objective.getLimitNanos();
    }

    /** The limit that a breach must get under to close. */
    private long clearNanos() {
        return (long) (limitNanos() * objective.getClearRatio());
    }

    private Tally values(long[] nanos, long notOk) {
        long bad = LongStream.of(nanos).filter(value -> value > limitNanos()).count();
        long notClear =
                LongStream.of(nanos).filter(value -> value > clearNanos()).count();
        return new Tally(nanos.length + notOk, bad + notOk, notClear + notOk, notOk);
    }

    private Tally gaps(LogHistogram gaps, long notOk) {
        long bad = gaps.count() - gaps.countAtMost(limitNanos());
        long notClear = gaps.count() - gaps.countAtMost(clearNanos());
        return new Tally(gaps.count() + notOk, bad + notOk, notClear + notOk, notOk);
    }

    private static long[] firstTokens(Metric metric, FirstTokens tokens) {
        return IntStream.range(0, tokens.size())
                .mapToLong(i -> metric == Metric.TTFT ? tokens.ttftNanos(i) : tokens.ttftDueNanos(i))
                .toArray();
    }

    private static long[] ofEnded(Metric metric, Pane pane) {
        return pane.ended().stream()
                .filter(RequestFact::ok)
                .mapToLong(fact -> fact.nanos(metric))
                .filter(nanos -> nanos >= 0)
                .toArray();
    }
}
