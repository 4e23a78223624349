package io.tidemark.analysis.objective;

import io.tidemark.analysis.designeffect.BlockCounts;
import io.tidemark.analysis.designeffect.BlockStatistic;
import io.tidemark.analysis.designeffect.DesignEffect;
import io.tidemark.analysis.designeffect.DueCells;
import io.tidemark.analysis.designeffect.EarlyFailure;
import io.tidemark.analysis.quantile.OrderStatistics;
import io.tidemark.analysis.quantile.QuantileInterval;
import io.tidemark.analysis.quantile.RankedValues;
import io.tidemark.analysis.timeseries.Trend;
import io.tidemark.events.ObjectiveJudgement;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.Verdict;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.ValueText;
import io.tidemark.schemas.sketch.LogHistogram;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Judges an objective by what a configuration does in the long run: on effective counts. Twenty blocks of at least a minute and twice the
 * p95 of E2E show how bad requests depend on each other. A shorter step has blocks of ten seconds and more, and goes by how all of its
 * latencies depend on each other. Where there are too few of them, or nothing varies, a server's state is taken to last {@value #STATE_SECONDS} s and to decide over
 * all that is due in it: the most that is plausible. INCONCLUSIVE where that leaves it open, or where the step was still changing. The rules and
 * how often they are right: docs/internals/verdict-statistics.md. Not thread-safe: the cells must not change.
 */
public final class SustainedJudge {
    private static final int STATE_SECONDS = 15;
    private static final long STATE_NANOS = Duration.ofSeconds(STATE_SECONDS).toNanos();
    private static final int ERROR_MARGIN = 2;
    private static final long MIN_BLOCK_NANOS = Duration.ofSeconds(60).toNanos();
    private static final double BLOCK_QUANTILE = 0.95;
    private static final double HALF = 0.5;
    private static final double MIN_SHARE = 0.01;
    private static final double MIN_STATES = 0.5;
    private static final double CONFIDENCE = 0.95;

    private final DueCells cells;
    private final long leastNanos;
    private final long leastShortNanos;
    private final long stateNanos;

    public SustainedJudge(DueCells cells) {
        this.cells = cells;
        LogHistogram e2e = cells.merged(Metric.E2E);
        long p95 = e2e.isEmpty() ? 0 : e2e.quantile(BLOCK_QUANTILE);
        long p50 = e2e.isEmpty() ? 0 : e2e.quantile(HALF);
        this.leastNanos = Math.max(MIN_BLOCK_NANOS, 2 * p95);
        this.leastShortNanos = Math.max(cells.cellNanos(), p50);
        this.stateNanos = Math.max(STATE_NANOS, p50);
    }

    /**
     * @param requests all that count; of ITL its values
     * @param badPerCell counts per cell, and how many were bad
     */
    public record Counted(long requests, long bad, BlockCounts badPerCell) {}

    /** A QUANTILE objective; the interval is in nanoseconds. {@code ok} are the values of the ok requests, all others are worse. */
    public ObjectiveJudgement quantile(ObjectiveState objective, Counted counted, RankedValues ok, long failed) {
        Metric metric = Metric.of(objective.getMetric());
        double q = objective.getQuantile();
        List<BlockCounts> indicators =
                List.of(counted.badPerCell(), beyond(metric, ok, failed, q), beyond(metric, ok, failed, neighbour(q)));
        Optional<DesignEffect> effect = effect(indicators, Optional.of(metric));
        if (effect.isEmpty()) {
            ObjectiveJudgement judged = judgeWithoutDesignEffect(counted, 1 - q);
            return ObjectiveJudgement.newBuilder(judged)
                    .setLow(null)
                    .setHigh(null)
                    .build();
        }
        QuantileInterval interval =
                OrderStatistics.interval(ok, failed, q, CONFIDENCE, effect.get().value());
        ObjectiveJudgement.Builder judgement = decided(counted, 1 - q, effect.get(), metric);
        if (!judgement.getReason().isEmpty()) {
            return judgement.build();
        }
        judgement.setLow(boxed(interval.low())).setHigh(boxed(interval.high()));
        return judgement.getVerdict() == Verdict.INCONCLUSIVE && isClear(objective, counted, metric, effect.get())
                ? clear(judgement).build()
                : judgement.build();
    }

    private boolean isClear(ObjectiveState objective, Counted counted, Metric metric, DesignEffect effect) {
        return counted.bad() == 0
                && LimitClearance.holds(
                        cells.merged(metric),
                        objective.getLimitNanos(),
                        objective.getQuantile(),
                        effect.effective(counted.requests()));
    }

    private static ObjectiveJudgement.Builder clear(ObjectiveJudgement.Builder judgement) {
        return judgement
                .setVerdict(Verdict.PASS)
                .setNeededRequests(null)
                .setNeededNanos(null)
                .setReason(
                        "clear of the limit: all latencies are below two thirds of it, and a tolerance bound excludes it");
    }

    /**
     * A GOOD_RATIO or ERROR_RATIO objective; the interval is of the share of bad ones. How rare ones cluster is taken from E2E: from all of
     * it where latencies are judged, from the slow ones for errors.
     */
    public ObjectiveJudgement ratio(ObjectiveState objective, Counted counted) {
        ObjectiveJudgement judged = byEffectiveCounts(objective, counted);
        return judged.getVerdict() == Verdict.INCONCLUSIVE && objective.getKind() == ObjectiveKind.ERROR_RATIO
                ? tooManyErrors(counted, objective.getMaxBadRatio()).orElse(judged)
                : judged;
    }

    /** FAIL by blocks of a server's state, also where answers take so long that few blocks of their length are left. Errors that ended are none. */
    private Optional<ObjectiveJudgement> tooManyErrors(Counted counted, double allowed) {
        BlockCounts blocks = counted.badPerCell().atLeast(STATE_NANOS);
        return blocks.laterHalf().share() > allowed
                ? farBeyond(counted, allowed, blocks).or(() -> fallsBehind(counted, allowed, blocks))
                : Optional.empty();
    }

    /** By what the errors' own blocks show of how they depend on each other, taken {@value #ERROR_MARGIN} times. */
    private static Optional<ObjectiveJudgement> farBeyond(Counted counted, double allowed, BlockCounts blocks) {
        return DesignEffect.ofShort(List.of(blocks))
                .map(own -> new DesignEffect(ERROR_MARGIN * own.value(), own.blocks(), own.blockNanos()))
                .flatMap(effect -> failed(
                        BadShareJudge.judge(counted.bad(), counted.requests(), allowed, effect.value()),
                        effect,
                        String.format(
                                Locale.ROOT,
                                "far beyond the limit over %d blocks of %s, with twice the dependence that these show",
                                blocks.size(),
                                duration(blocks.lengthNanos()))))
                .map(ObjectiveJudgement.Builder::build);
    }

    /** A server whose answers take longer from block to block does not return to fewer errors: the long run has at least the step's share. */
    private Optional<ObjectiveJudgement> fallsBehind(Counted counted, double allowed, BlockCounts blocks) {
        return Trend.of(cells.means(Metric.E2E, blocks.lengthNanos()))
                .filter(trend -> trend.isDrift(1) && trend.change() > 0)
                .flatMap(trend -> failed(
                        BadShareJudge.judge(counted.bad(), counted.requests(), allowed),
                        new DesignEffect(1, blocks.size(), blocks.lengthNanos()),
                        String.format(
                                Locale.ROOT,
                                "mean e2e rose by %.0f %% from the first block to the last: the server falls behind, so errors become no fewer",
                                100 * trend.change())))
                .map(judgement -> judgement.setHigh(1.0).build());
    }

    private static Optional<ObjectiveJudgement.Builder> failed(
            BadShareJudgement judged, DesignEffect effect, String why) {
        return Optional.of(judged)
                .filter(it -> it.verdict() == Verdict.FAIL)
                .map(it -> ObjectiveJudgement.newBuilder()
                        .setVerdict(Verdict.FAIL)
                        .setLow(it.lowShare())
                        .setHigh(it.highShare())
                        .setReason(why)
                        .setDesignEffect(effect.value())
                        .setBlocks(effect.blocks())
                        .setBlockNanos(effect.blockNanos()));
    }

    private ObjectiveJudgement byEffectiveCounts(ObjectiveState objective, Counted counted) {
        double allowed = objective.getMaxBadRatio();
        double q = neighbour(1 - Math.max(MIN_SHARE, allowed));
        RankedValues e2e = RankedValues.of(cells.merged(Metric.E2E));
        Optional<DesignEffect> effect = effect(
                List.of(
                        counted.badPerCell(),
                        beyond(Metric.E2E, e2e, cells.failed().bad(), q)),
                objective.getKind() == ObjectiveKind.ERROR_RATIO ? Optional.empty() : Optional.of(Metric.E2E));
        if (effect.isEmpty()) {
            return judgeWithoutDesignEffect(counted, allowed);
        }
        BadShareJudgement judged = BadShareJudge.judge(
                counted.bad(), counted.requests(), allowed, effect.get().value());
        ObjectiveJudgement.Builder judgement = decided(counted, allowed, effect.get(), Metric.E2E);
        return judgement.getReason().isEmpty()
                ? judgement
                        .setLow(judged.lowShare())
                        .setHigh(judged.highShare())
                        .build()
                : judgement.build();
    }

    /** From long blocks where there are enough of them, else from short ones; none from too few, or where all requests are alike. */
    private Optional<DesignEffect> effect(List<BlockCounts> perCell, Optional<Metric> ranked) {
        Optional<DesignEffect> effect = DesignEffect.of(
                perCell.stream().map(blocks -> blocks.atLeast(leastNanos)).toList());
        if (effect.isPresent()) {
            return effect;
        }
        List<BlockStatistic> indicators = new ArrayList<>(perCell);
        ranked.ifPresent(metric -> indicators.add(cells.rankScores(metric)));
        return DesignEffect.ofShort(
                indicators.stream().map(it -> it.atLeast(leastShortNanos)).toList());
    }

    /** The indicator of a value beyond a quantile of its own; where that falls among requests that are not ok, of being one. */
    private BlockCounts beyond(Metric metric, RankedValues ok, long failed, double q) {
        long rank = RankedValues.rank(q, ok.count() + failed);
        return cells.countsBeyond(metric, rank > ok.count() ? Long.MAX_VALUE : ok.nanosAt(rank));
    }

    private static double neighbour(double q) {
        return Math.min(q, Math.max(HALF, 1 - DesignEffect.NEIGHBOUR * (1 - q)));
    }

    private ObjectiveJudgement.Builder decided(Counted counted, double allowed, DesignEffect effect, Metric metric) {
        BadShareJudgement judged = BadShareJudge.judge(counted.bad(), counted.requests(), allowed, effect.value());
        ObjectiveJudgement.Builder judgement = ObjectiveJudgement.newBuilder()
                .setVerdict(judged.verdict())
                .setReason("")
                .setEffectiveCount(effect.effective(counted.requests()))
                .setDesignEffect(effect.value())
                .setBlocks(effect.blocks())
                .setBlockNanos(effect.blockNanos())
                .setNeededRequests(neededRequests(counted, judged.neededRequests()))
                .setNeededNanos(neededNanos(counted, judged.neededRequests()));
        Optional<Trend> drift =
                Trend.of(cells.means(metric, effect.blockNanos())).filter(trend -> trend.isDrift(1));
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
                .setReason(String.format(
                        Locale.ROOT,
                        "mean %s %s by %.0f %% from the first block to the last: the step had not settled",
                        metric.id(),
                        rises ? "rose" : "fell",
                        100 * Math.abs(trend.change())));
    }

    /** As if a server's state decided over all requests due while it lasts: no step of this length is less informative. The interval is of the share. */
    private ObjectiveJudgement judgeWithoutDesignEffect(Counted counted, double allowed) {
        BlockCounts blocks = counted.badPerCell().atLeast(leastShortNanos);
        ObjectiveJudgement.Builder judgement =
                ObjectiveJudgement.newBuilder().setBlocks(blocks.size()).setBlockNanos(blocks.lengthNanos());
        BlockCounts minutes = counted.badPerCell().atLeast(MIN_BLOCK_NANOS);
        double low = EarlyFailure.lowShare(minutes);
        if (low > allowed) {
            return judgement
                    .setVerdict(Verdict.FAIL)
                    .setLow(low)
                    .setHigh(1.0)
                    .setReason(String.format(
                            Locale.ROOT,
                            "more bad requests than chance explains, over %d blocks of %s",
                            minutes.size(),
                            duration(minutes.lengthNanos())))
                    .build();
        }
        double states = (double) (cells.spanNanos() - cells.cellNanos()) / stateNanos;
        double effect = Math.max(1, counted.requests() / Math.max(MIN_STATES, states));
        BadShareJudgement judged = BadShareJudge.judge(counted.bad(), counted.requests(), allowed, effect);
        judgement
                .setVerdict(judged.verdict())
                .setLow(judged.lowShare())
                .setHigh(judged.highShare())
                .setEffectiveCount(counted.requests() / effect)
                .setDesignEffect(effect);
        if (judged.verdict() != Verdict.INCONCLUSIVE) {
            return judgement
                    .setReason(String.format(
                            Locale.ROOT, "even if all requests within %s count as one", duration(stateNanos)))
                    .build();
        }
        return tooShort(counted, allowed, judgement, blocks);
    }

    private ObjectiveJudgement tooShort(
            Counted counted, double allowed, ObjectiveJudgement.Builder judgement, BlockCounts blocks) {
        boolean few = blocks.size() < DesignEffect.FEWEST_SHORT;
        long spanNanos = Math.max(1, cells.spanNanos());
        double forBlocks = (double) DesignEffect.FEWEST_SHORT * blocks.lengthNanos() / spanNanos;
        OptionalLong requests =
                BadShareJudge.judge(counted.bad(), counted.requests(), allowed).neededRequests();
        double factor = Math.max(
                few ? forBlocks : 1, requests.isPresent() ? (double) requests.getAsLong() / counted.requests() : 1);
        return judgement
                .setNeededRequests(factor > 1 && counted.requests() > 0 ? grown(counted, factor) : null)
                .setNeededNanos(factor > 1 ? Math.round((factor - 1) * spanNanos) : null)
                .setReason(
                        few
                                ? String.format(
                                        Locale.ROOT,
                                        "too few blocks: %d of %s, %d needed",
                                        blocks.size(),
                                        duration(blocks.lengthNanos()),
                                        DesignEffect.FEWEST_SHORT)
                                : "all requests have the same outcome, so their dependence is unknown")
                .build();
    }

    private static String duration(long nanos) {
        return ValueText.duration(Duration.ofNanos(nanos));
    }

    private @Nullable Long neededNanos(Counted counted, OptionalLong neededRequests) {
        if (neededRequests.isEmpty() || counted.requests() == 0) {
            return null;
        }
        double factor = (double) neededRequests.getAsLong() / counted.requests();
        return Math.round((factor - 1) * cells.spanNanos());
    }

    private @Nullable Long neededRequests(Counted counted, OptionalLong neededValues) {
        return neededValues.isEmpty() || counted.requests() == 0
                ? null
                : grown(counted, (double) neededValues.getAsLong() / counted.requests());
    }

    /** Requests, also where each has many values. */
    private long grown(Counted counted, double factor) {
        return Math.round(Math.min(counted.requests(), cells.due()) * factor);
    }

    private static @Nullable Double boxed(OptionalLong nanos) {
        return nanos.isPresent() ? (double) nanos.getAsLong() : null;
    }
}
