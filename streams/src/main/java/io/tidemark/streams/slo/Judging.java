package io.tidemark.streams.slo;

import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.sketch.LogHistogram;

/**
 * Judges a window's tally. "The q quantile exceeds the limit" means that fewer than the q-th rank are within it, which exact
 * counts decide; the value shown comes from the sketch. Pure.
 */
record Judging(ObjectiveState objective) {
    private static final double ROUNDING = 1e-9;

    boolean enough(Tally tally) {
        return tally.total() >= Math.max(1, objective.getMinCount());
    }

    boolean broken(Tally tally) {
        if (objective.getKind() == ObjectiveKind.QUANTILE) {
            return tally.total() - tally.bad() < rank(tally);
        }
        return tally.bad() > objective.getMaxBadRatio() * tally.total() + ROUNDING;
    }

    boolean clear(Tally tally) {
        if (objective.getKind() == ObjectiveKind.QUANTILE) {
            return tally.total() - tally.notClear() >= rank(tally);
        }
        return tally.bad() <= objective.getMaxBadRatio() * objective.getClearRatio() * tally.total() + ROUNDING;
    }

    /** Nanoseconds or a share; infinite where the quantile falls among requests that are not ok. */
    double value(Tally tally, LogHistogram values) {
        if (objective.getKind() != ObjectiveKind.QUANTILE) {
            return tally.total() == 0 ? 0 : (double) tally.bad() / tally.total();
        }
        long rank = rank(tally);
        if (values.isEmpty() || rank > values.count()) {
            return Double.POSITIVE_INFINITY;
        }
        return values.quantile((rank - 0.5) / values.count());
    }

    double limit() {
        return objective.getKind() == ObjectiveKind.QUANTILE ? objective.getLimitNanos() : objective.getMaxBadRatio();
    }

    private long rank(Tally tally) {
        return Math.max(1, (long) Math.ceil(objective.getQuantile() * tally.total() - ROUNDING));
    }
}
