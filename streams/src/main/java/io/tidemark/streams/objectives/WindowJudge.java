package io.tidemark.streams.objectives;

import io.tidemark.analysis.objective.BadShareJudge;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.ErrorBudget;
import io.tidemark.schemas.sketch.LogHistogram;

/**
 * Judges a window's tally. "The q quantile exceeds the limit" means that fewer than the q-th rank are within it, which exact
 * counts decide; the value shown comes from the sketch. What is beyond the limit is proven if so many bad ones would come by chance, at the
 * allowed share, at most as often as the objective's level says. Pure.
 */
public record WindowJudge(ObjectiveState objective) {
    private static final double ROUNDING = 1e-9;

    /** Of a window that holds anything at all. */
    public WindowFinding finding(ObjectiveTally tally) {
        if (!enough(tally)) {
            return WindowFinding.INSUFFICIENT_DATA;
        }
        if (broken(tally)) {
            return proven(tally.bad(), tally.total()) ? WindowFinding.PROVEN : WindowFinding.BROKEN;
        }
        return clear(tally) ? WindowFinding.CLEAR : WindowFinding.KEPT;
    }

    /** Whether so many requests can show anything at all. */
    boolean enough(ObjectiveTally tally) {
        return tally.total() >= Math.max(1, objective.getMinCount()) && proven(tally.total(), tally.total());
    }

    /** Whether there are as many values as the objective asks for, and more bad ones than chance gives. */
    boolean isSignificant(ObjectiveTally tally) {
        return tally.total() >= objective.getMinCount() && proven(tally.bad(), tally.total());
    }

    private boolean proven(long bad, long total) {
        return objective.getLevel() >= 1
                || BadShareJudge.exceeds(bad, total, ErrorBudget.allowedShare(objective), objective.getLevel());
    }

    private boolean broken(ObjectiveTally tally) {
        if (isQuantile()) {
            return tally.total() - tally.bad() < rank(tally);
        }
        return tally.bad() > objective.getMaxBadRatio() * tally.total() + ROUNDING;
    }

    private boolean clear(ObjectiveTally tally) {
        if (isQuantile()) {
            return tally.total() - tally.notClear() >= rank(tally);
        }
        return tally.bad() <= objective.getMaxBadRatio() * objective.getClearRatio() * tally.total() + ROUNDING;
    }

    /** Nanoseconds or a share; a lower bound where the quantile falls among requests that failed or wait. */
    ObjectiveValue value(ObjectiveTally tally, LogHistogram values, long oldestNanos) {
        if (!isQuantile()) {
            return ObjectiveValue.of(tally.total() == 0 ? 0 : (double) tally.bad() / tally.total());
        }
        long rank = rank(tally);
        if (values.isEmpty() || rank > values.count()) {
            long known = Math.max(values.max().orElse(0), oldestNanos);
            return new ObjectiveValue((double) Math.max(known, objective.getLimitNanos()), true);
        }
        return ObjectiveValue.of((double) values.quantile((rank - 0.5) / values.count()));
    }

    private boolean isQuantile() {
        return objective.getKind() == ObjectiveKind.QUANTILE;
    }

    private long rank(ObjectiveTally tally) {
        return Math.max(1, (long) Math.ceil(objective.getQuantile() * tally.total() - ROUNDING));
    }
}
