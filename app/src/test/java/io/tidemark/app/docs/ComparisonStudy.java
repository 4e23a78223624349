package io.tidemark.app.docs;

import io.tidemark.analysis.compare.ComparedMeasure;
import io.tidemark.analysis.compare.Margins;
import io.tidemark.analysis.compare.RunComparison;
import io.tidemark.analysis.gate.GateOutcome;
import io.tidemark.analysis.gate.GatePolicy;
import io.tidemark.analysis.gate.GateVerdict;
import io.tidemark.analysis.measure.ComparisonSide;
import io.tidemark.analysis.measure.Measure;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.analysis.measure.MeasureFamily;
import io.tidemark.analysis.measure.MeasuredValue;
import io.tidemark.analysis.measure.RunMeasurements;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.LoadKind;
import io.tidemark.schemas.Metric;
import io.tidemark.simulator.random.SeededRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * How often a policy tells what: many comparisons of runs drawn from a pool without putting back, some of like with like, some with a candidate
 * that is slower by 20 %.
 *
 * @param candidates pool of the candidate's runs
 * @param slower by which factor each of p50, p95 and p99 of a slower candidate grows
 */
record ComparisonStudy(
        RunPool pool, RunPool candidates, RunNoise noise, Plan plan, List<Double> slower, GatePolicy policy) {
    /**
     * How runs are made.
     *
     * @param loads how many levels of load each run has, all under the same factor of the run
     * @param clockNanos step that latencies are rounded to; 0 for none
     * @param loop what sets the pace
     */
    record Plan(int ofBase, int ofCandidate, Order order, int loads, long clockNanos, Loop loop) {
        Plan(int ofBase, int ofCandidate, Order order, int loads) {
            this(ofBase, ofCandidate, order, loads, 0, Loop.OPEN);
        }

        static Plan of(int runsPerSide) {
            return of(runsPerSide, runsPerSide);
        }

        static Plan of(int ofBase, int ofCandidate) {
            return new Plan(ofBase, ofCandidate, Order.SWAPPING, 1);
        }

        static Plan of(int runsPerSide, Order order) {
            return new Plan(runsPerSide, runsPerSide, order, 1);
        }

        Plan onClock(long nanos) {
            return new Plan(ofBase, ofCandidate, order, loads, nanos, loop);
        }

        Plan closed() {
            return new Plan(ofBase, ofCandidate, order, loads, clockNanos, Loop.CLOSED);
        }

        /** Which runs are the candidate's; once a side has all of its runs, the others are the other's. */
        boolean[] candidates() {
            boolean[] candidates = new boolean[ofBase + ofCandidate];
            int left = ofCandidate;
            for (int at = 0, asked = 0; at < candidates.length; asked++) {
                boolean wanted = order.isCandidate(asked, ofBase);
                boolean has = wanted ? left > 0 : candidates.length - at > left;
                if (has) {
                    candidates[at++] = wanted;
                    left -= wanted ? 1 : 0;
                }
            }
            return candidates;
        }
    }

    /** Whether requests come at a rate, or a fixed number is in flight: then throughput varies with the latencies. */
    enum Loop {
        OPEN,
        CLOSED
    }

    /** How the sides' runs lie in time. */
    enum Order {
        ONE_AFTER_THE_OTHER,
        BASE_FIRST_IN_EACH_PAIR,
        /** Base, candidate, candidate, base, and so on. */
        SWAPPING;

        private boolean isCandidate(int at, int ofBase) {
            return switch (this) {
                case ONE_AFTER_THE_OTHER -> at >= ofBase;
                case BASE_FIRST_IN_EACH_PAIR -> at % 2 == 1;
                case SWAPPING -> at % 4 == 1 || at % 4 == 2;
            };
        }
    }

    static final int COMPARISONS = Integer.getInteger("tidemark.comparisons", 1_000);
    static final List<Double> BY_A_FIFTH = List.of(1.2, 1.2, 1.2);
    static final List<Double> NOT_AT_ALL = List.of(1.0, 1.0, 1.0);

    /**
     * Shares of comparisons.
     *
     * @param regressed of like with like, any question is told as regressed
     * @param anyAlarm of like with like, any question is told as regressed or improved
     * @param found by quantile, of those with a slower candidate, it is told as regressed; of several metrics the one found least often
     * @param equivalent of like with like, answers that are told as equivalent
     * @param passes of like with like, those that the gate passes
     * @param slowerPasses of those with a slower candidate, those that the gate passes
     */
    record Result(
            double regressed,
            double anyAlarm,
            List<Double> found,
            double equivalent,
            double passes,
            double slowerPasses) {}

    Result result() {
        return result(COMPARISONS);
    }

    Result result(int comparisons) {
        SeededRandom draws = new SeededRandom(20_26);
        List<RunComparison> alike = compare(draws, NOT_AT_ALL, comparisons);
        List<RunComparison> unlike = compare(draws, slower, comparisons);
        return new Result(
                share(alike, it -> !it.with(ComparisonVerdict.REGRESSED).isEmpty()),
                share(
                        alike,
                        it -> !it.with(ComparisonVerdict.REGRESSED).isEmpty()
                                || !it.with(ComparisonVerdict.IMPROVED).isEmpty()),
                IntStream.range(0, RunPool.QUANTILES.length)
                        .mapToObj(quantile -> found(unlike, RunPool.QUANTILES[quantile]))
                        .toList(),
                alike.stream()
                        .mapToDouble(it ->
                                (double) it.with(ComparisonVerdict.EQUIVALENT).size()
                                        / it.compared().size())
                        .average()
                        .orElseThrow(),
                share(alike, this::passes),
                share(unlike, this::passes));
    }

    /**
     * Shares of comparisons that the gate passes, by block.
     *
     * @param alike of like with like
     * @param slower of those with a slower candidate
     */
    record Passes(List<Double> alike, List<Double> slower) {}

    /** As {@link #result()}, for several blocks over the same draws. */
    Passes passes(List<Margins> blocks) {
        SeededRandom draws = new SeededRandom(20_26);
        List<RunComparison> alike = compare(draws, NOT_AT_ALL, COMPARISONS);
        List<RunComparison> unlike = compare(draws, slower, COMPARISONS);
        return new Passes(passes(alike, blocks), passes(unlike, blocks));
    }

    private static List<Double> passes(List<RunComparison> comparisons, List<Margins> blocks) {
        return blocks.stream()
                .map(block -> share(comparisons, it -> passes(it, block)))
                .toList();
    }

    /** By the gate's default policy, of sides that swap turns: nothing regressed, and what is open is not worse by the block. */
    private static boolean passes(RunComparison comparison, Margins block) {
        return comparison.with(ComparisonVerdict.REGRESSED).isEmpty()
                && comparison.with(ComparisonVerdict.INCONCLUSIVE).stream()
                        .allMatch(one -> one.worstNotExcluded() < block.of(one.measure()));
    }

    private boolean passes(RunComparison comparison) {
        return GateVerdict.of(comparison, policy, List.of()).outcome() == GateOutcome.PASS;
    }

    private static double found(List<RunComparison> comparisons, double quantile) {
        return pool(comparisons).stream()
                .mapToDouble(metric -> share(
                        comparisons,
                        it -> it.compared().stream()
                                .filter(one -> one.measure().equals(Measure.quantile(metric, quantile)))
                                .map(ComparedMeasure::verdict)
                                .allMatch(ComparisonVerdict.REGRESSED::equals)))
                .min()
                .orElseThrow();
    }

    private static List<Metric> pool(List<RunComparison> comparisons) {
        return comparisons.get(0).compared().stream()
                .filter(one -> one.measure().family() == MeasureFamily.LATENCY)
                .map(one -> Metric.parse(one.measure().name()))
                .distinct()
                .toList();
    }

    private static double share(List<RunComparison> comparisons, Predicate<RunComparison> has) {
        return (double) comparisons.stream().filter(has).count() / comparisons.size();
    }

    private List<RunComparison> compare(SeededRandom draws, List<Double> factors, int comparisons) {
        return IntStream.range(0, comparisons)
                .mapToObj(it -> comparison(draws, factors))
                .toList();
    }

    private RunComparison comparison(SeededRandom draws, List<Double> factors) {
        Drawn drawn = draw(draws, factors);
        return RunComparison.of(
                new ComparisonSide("base", drawn.base()),
                new ComparisonSide("candidate", drawn.candidate()),
                policy.comparison());
    }

    /** Runs of both sides, in their order in time. */
    record Drawn(List<RunMeasurements> base, List<RunMeasurements> candidate) {}

    /** @param factors by which each of p50, p95 and p99 of the candidate's runs grows */
    Drawn draw(SeededRandom draws, List<Double> factors) {
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, pool.runs().size()).boxed().toList());
        draws.shuffle(order);
        List<RunMeasurements> base = new ArrayList<>();
        List<RunMeasurements> candidate = new ArrayList<>();
        boolean[] isCandidate = plan.candidates();
        for (int at = 0; at < isCandidate.length; at++) {
            double factor = noise.factor(draws, at, isCandidate[at]);
            RunPool drawnFrom = isCandidate[at] ? candidates : pool;
            List<MeasuredValue> figures = new ArrayList<>();
            for (int load = 0; load < plan.loads(); load++) {
                Map<Metric, double[]> drawn = drawnFrom.runs().get(order.get(at + load * isCandidate.length));
                figures.addAll(
                        figures(load + 1, drawn, factor, isCandidate[at] ? factors : NOT_AT_ALL, drawnFrom.requests()));
            }
            RunMeasurements run =
                    new RunMeasurements("run" + at, Optional.of(Instant.ofEpochSecond(at * 600L)), figures);
            (isCandidate[at] ? candidate : base).add(run);
        }
        return new Drawn(base, candidate);
    }

    private List<MeasuredValue> figures(
            int load, Map<Metric, double[]> run, double factor, List<Double> factors, int requests) {
        LoadKind kind = plan.loop() == Loop.OPEN ? LoadKind.RATE : LoadKind.CONCURRENCY;
        List<MeasuredValue> figures = new ArrayList<>();
        run.forEach((metric, nanos) -> {
            for (int quantile = 0; quantile < nanos.length; quantile++) {
                MeasureAtLoad question =
                        new MeasureAtLoad(Measure.quantile(metric, RunPool.QUANTILES[quantile]), kind, load);
                figures.add(new MeasuredValue(
                        question, onClock(nanos[quantile] * factor * factors.get(quantile)), requests));
            }
        });
        if (plan.loop() == Loop.CLOSED) {
            double perSecond = 100 / (factor * factors.get(0));
            figures.add(new MeasuredValue(new MeasureAtLoad(Measure.requests(), kind, load), perSecond, requests));
            figures.add(
                    new MeasuredValue(new MeasureAtLoad(Measure.outputTokens(), kind, load), 50 * perSecond, requests));
        }
        return figures;
    }

    private double onClock(double nanos) {
        long step = plan.clockNanos();
        return step == 0 ? nanos : Math.max(1, Math.round(nanos / step)) * (double) step;
    }
}
