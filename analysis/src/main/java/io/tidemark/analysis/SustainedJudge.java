package io.tidemark.analysis;

import io.tidemark.analysis.effective.Blocks;
import io.tidemark.analysis.effective.DesignEffect;
import io.tidemark.analysis.effective.DueCells;
import io.tidemark.analysis.effective.EarlyFailure;
import io.tidemark.events.ObjectiveJudgement;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.Verdict;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Judges an objective by what a configuration does in the long run: on effective counts, from blocks of at least a minute and twice the
 * p95 of E2E. INCONCLUSIVE where there are too few of them, or where the step was still changing; where the share of bad requests is far
 * too high, FAIL from fewer blocks. The rules and how often they are right: docs/statistics.md. Not thread-safe: the cells must not change.
 */
public final class SustainedJudge {
    private static final long LEAST_BLOCK_NANOS = Duration.ofSeconds(60).toNanos();
    private static final double BLOCK_QUANTILE = 0.95;
    private static final double HALF = 0.5;
    private static final double LEAST_SHARE = 0.01;
    private static final double CONFIDENCE = 0.95;

    private final DueCells cells;
    private final long leastNanos;

    public SustainedJudge(DueCells cells) {
        this.cells = cells;
        LogHistogram e2e = cells.merged(Metric.E2E);
        long p95 = e2e.isEmpty() ? 0 : e2e.quantile(BLOCK_QUANTILE);
        this.leastNanos = Math.max(LEAST_BLOCK_NANOS, 2 * p95);
    }

    /**
     * @param requests all that count
     * @param badPerCell counts per cell, and how many were bad
     */
    public record Counted(long requests, long bad, Blocks badPerCell) {}

    /** A QUANTILE objective; the interval is in nanoseconds. {@code ok} are the values of the ok requests, all others are worse. */
    public ObjectiveJudgement quantile(ObjectiveState objective, Counted counted, RankedValues ok, long notOk) {
        Metric metric = Metric.of(objective.getMetric());
        double q = objective.getQuantile();
        List<Blocks> indicators =
                List.of(counted.badPerCell(), beyond(metric, ok, notOk, q), beyond(metric, ok, notOk, neighbour(q)));
        Optional<DesignEffect> effect = effect(indicators);
        if (effect.isEmpty()) {
            return fewBlocks(counted, 1 - q);
        }
        QuantileInterval interval =
                OrderStatistics.interval(ok, notOk, q, CONFIDENCE, effect.get().value());
        ObjectiveJudgement.Builder judgement = decided(counted, 1 - q, effect.get(), metric);
        return judgement.getWhy().isEmpty()
                ? judgement
                        .setLow(boxed(interval.low()))
                        .setHigh(boxed(interval.high()))
                        .build()
                : judgement.build();
    }

    /** A GOOD_RATIO or ERROR_RATIO objective; the interval is of the share of bad ones. How rare ones cluster is taken from E2E. */
    public ObjectiveJudgement ratio(ObjectiveState objective, Counted counted) {
        double allowed = objective.getMaxBadRatio();
        double q = neighbour(1 - Math.max(LEAST_SHARE, allowed));
        RankedValues e2e = RankedValues.of(cells.merged(Metric.E2E));
        Optional<DesignEffect> effect = effect(List.of(
                counted.badPerCell(), beyond(Metric.E2E, e2e, cells.notOk().bad(), q)));
        if (effect.isEmpty()) {
            return fewBlocks(counted, allowed);
        }
        Judged judged = BadShare.judge(
                counted.bad(), counted.requests(), allowed, effect.get().value());
        ObjectiveJudgement.Builder judgement = decided(counted, allowed, effect.get(), Metric.E2E);
        return judgement.getWhy().isEmpty()
                ? judgement
                        .setLow(judged.lowShare())
                        .setHigh(judged.highShare())
                        .build()
                : judgement.build();
    }

    private Optional<DesignEffect> effect(List<Blocks> perCell) {
        return DesignEffect.of(
                perCell.stream().map(blocks -> blocks.atLeast(leastNanos)).toList());
    }

    /** The indicator of a value beyond a quantile of its own; where that falls among requests that are not ok, of being one. */
    private Blocks beyond(Metric metric, RankedValues ok, long notOk, double q) {
        long rank = Math.max(1, (long) Math.ceil(q * (ok.count() + notOk) - 1e-9));
        return cells.beyond(metric, rank > ok.count() ? Long.MAX_VALUE : ok.nanosAt(rank));
    }

    private static double neighbour(double q) {
        return Math.min(q, Math.max(HALF, 1 - DesignEffect.NEIGHBOUR * (1 - q)));
    }

    private ObjectiveJudgement.Builder decided(Counted counted, double allowed, DesignEffect effect, Metric metric) {
        Judged judged = BadShare.judge(counted.bad(), counted.requests(), allowed, effect.value());
        ObjectiveJudgement.Builder judgement = ObjectiveJudgement.newBuilder()
                .setVerdict(judged.verdict())
                .setWhy("")
                .setEffectiveCount(effect.effective(counted.requests()))
                .setDesignEffect(effect.value())
                .setBlocks(effect.blocks())
                .setBlockNanos(effect.blockNanos())
                .setNeededRequests(boxedLong(judged.neededRequests()))
                .setNeededNanos(neededNanos(counted, judged.neededRequests()));
        Optional<Trend> drift = Trend.of(cells.means(metric, leastNanos)).filter(trend -> trend.isDrift(1));
        return drift.isPresent() ? drifting(judgement, drift.get(), metric) : judgement;
    }

    /** What rises does not pass and what falls does not fail: the long run is not what the step was, and has no interval from it. */
    private static ObjectiveJudgement.Builder drifting(
            ObjectiveJudgement.Builder judgement, Trend trend, Metric metric) {
        boolean rises = trend.change() > 0;
        if (judgement.getVerdict() == (rises ? Verdict.FAIL : Verdict.PASS)) {
            return judgement;
        }
        return judgement
                .setVerdict(Verdict.INCONCLUSIVE)
                .setNeededRequests(null)
                .setNeededNanos(null)
                .setWhy(String.format(
                        Locale.ROOT,
                        "mean %s %s by %.0f %% from the first block to the last: the step had not settled",
                        metric.id(),
                        rises ? "rose" : "fell",
                        100 * Math.abs(trend.change())));
    }

    private ObjectiveJudgement fewBlocks(Counted counted, double allowed) {
        Blocks minutes = counted.badPerCell().atLeast(LEAST_BLOCK_NANOS);
        Blocks blocks = counted.badPerCell().atLeast(leastNanos);
        ObjectiveJudgement.Builder judgement =
                ObjectiveJudgement.newBuilder().setBlocks(blocks.size()).setBlockNanos(blocks.lengthNanos());
        if (EarlyFailure.isCertain(minutes, allowed)) {
            return judgement
                    .setVerdict(Verdict.FAIL)
                    .setWhy(String.format(
                            Locale.ROOT,
                            "bad beyond chance over %d blocks of %d s",
                            minutes.size(),
                            Duration.ofNanos(minutes.lengthNanos()).toSeconds()))
                    .build();
        }
        long spanNanos = cells.spanNanos();
        long neededNanos = Math.max(0, DesignEffect.FEWEST * blocks.lengthNanos() - spanNanos);
        return judgement
                .setVerdict(Verdict.INCONCLUSIVE)
                .setNeededNanos(neededNanos == 0 ? null : neededNanos)
                .setNeededRequests(
                        spanNanos == 0 || neededNanos == 0 ? null : grown(counted.requests(), spanNanos, neededNanos))
                .setWhy(String.format(
                        Locale.ROOT,
                        "%d blocks of %d s, %d needed",
                        blocks.size(),
                        Duration.ofNanos(blocks.lengthNanos()).toSeconds(),
                        DesignEffect.FEWEST))
                .build();
    }

    private @Nullable Long neededNanos(Counted counted, OptionalLong neededRequests) {
        if (neededRequests.isEmpty() || counted.requests() == 0) {
            return null;
        }
        double factor = (double) neededRequests.getAsLong() / counted.requests();
        return Math.round((factor - 1) * cells.spanNanos());
    }

    private static long grown(long requests, long spanNanos, long moreNanos) {
        return Math.round(requests * (1 + (double) moreNanos / spanNanos));
    }

    private static @Nullable Double boxed(OptionalLong nanos) {
        return nanos.isPresent() ? (double) nanos.getAsLong() : null;
    }

    private static @Nullable Long boxedLong(OptionalLong value) {
        return value.isPresent() ? value.getAsLong() : null;
    }
}
