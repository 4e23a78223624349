package io.tidemark.app.docs;

import io.tidemark.analysis.compare.Compared;
import io.tidemark.analysis.compare.ComparisonPolicy;
import io.tidemark.analysis.compare.Figure;
import io.tidemark.analysis.compare.Measure;
import io.tidemark.analysis.compare.Question;
import io.tidemark.analysis.compare.RunComparison;
import io.tidemark.analysis.compare.RunFigures;
import io.tidemark.analysis.compare.Side;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.LoadKind;
import io.tidemark.schemas.Metric;
import io.tidemark.simulator.virtual.Draws;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * How often the default policy tells what: many comparisons of runs drawn from a pool without putting back, some of like with like, some
 * with a candidate that is slower by 20 %.
 *
 * @param slower by which factor each of p50, p95 and p99 of a slower candidate grows
 */
record ComparisonStudy(RunPool pool, RunNoise noise, Plan plan, List<Double> slower) {
    /**
     * How runs are made.
     *
     * @param loads how many levels of load each run has, all under the same factor of the run
     */
    record Plan(int ofBase, int ofCandidate, Order order, int loads) {
        static Plan of(int runsPerSide) {
            return of(runsPerSide, Order.ONE_AFTER_THE_OTHER);
        }

        static Plan of(int runsPerSide, Order order) {
            return new Plan(runsPerSide, runsPerSide, order, 1);
        }

        boolean isCandidate(int at) {
            return switch (order) {
                case ONE_AFTER_THE_OTHER -> at >= ofBase;
                case BASE_FIRST_IN_EACH_PAIR -> at % 2 == 1;
                case SWAPPING -> at % 4 == 1 || at % 4 == 2;
            };
        }
    }

    /** How the sides' runs lie in time. */
    enum Order {
        ONE_AFTER_THE_OTHER,
        BASE_FIRST_IN_EACH_PAIR,
        /** Base, candidate, candidate, base, and so on. */
        SWAPPING
    }

    static final int COMPARISONS = 1_000;
    static final List<Double> BY_A_FIFTH = List.of(1.2, 1.2, 1.2);
    private static final List<Double> NOT_AT_ALL = List.of(1.0, 1.0, 1.0);

    /**
     * Shares of comparisons.
     *
     * @param regressed of like with like, any question is told as regressed
     * @param anyAlarm of like with like, any question is told as regressed or improved
     * @param found by quantile, of those with a slower candidate, it is told as regressed; of several metrics the one found least often
     * @param equivalent of like with like, answers that are told as equivalent
     */
    record Result(double regressed, double anyAlarm, List<Double> found, double equivalent) {}

    Result result() {
        Draws draws = new Draws(20_26);
        List<RunComparison> alike = compare(draws, NOT_AT_ALL);
        List<RunComparison> unlike = compare(draws, slower);
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
                        .orElseThrow());
    }

    private static double found(List<RunComparison> comparisons, double quantile) {
        return pool(comparisons).stream()
                .mapToDouble(metric -> share(
                        comparisons,
                        it -> it.compared().stream()
                                .filter(one -> one.measure().equals(Measure.quantile(metric, quantile)))
                                .map(Compared::verdict)
                                .allMatch(ComparisonVerdict.REGRESSED::equals)))
                .min()
                .orElseThrow();
    }

    private static List<Metric> pool(List<RunComparison> comparisons) {
        return comparisons.get(0).compared().stream()
                .map(one -> Metric.parse(one.measure().name()))
                .distinct()
                .toList();
    }

    private static double share(List<RunComparison> comparisons, Predicate<RunComparison> has) {
        return (double) comparisons.stream().filter(has).count() / comparisons.size();
    }

    private List<RunComparison> compare(Draws draws, List<Double> factors) {
        return IntStream.range(0, COMPARISONS)
                .mapToObj(it -> comparison(draws, factors))
                .toList();
    }

    private RunComparison comparison(Draws draws, List<Double> factors) {
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, pool.runs().size()).boxed().toList());
        draws.shuffle(order);
        List<RunFigures> base = new ArrayList<>();
        List<RunFigures> candidate = new ArrayList<>();
        int runs = plan.ofBase() + plan.ofCandidate();
        for (int at = 0; at < runs; at++) {
            boolean isCandidate = plan.isCandidate(at);
            double factor = noise.factor(draws, at, isCandidate);
            List<Figure> figures = new ArrayList<>();
            for (int load = 0; load < plan.loads(); load++) {
                Map<Metric, double[]> drawn = pool.runs().get(order.get(at + load * runs));
                figures.addAll(figures(load + 1, drawn, factor, isCandidate ? factors : NOT_AT_ALL));
            }
            RunFigures run = new RunFigures("run" + at, Optional.of(Instant.ofEpochSecond(at * 600L)), figures);
            (isCandidate ? candidate : base).add(run);
        }
        return RunComparison.of(new Side("base", base), new Side("candidate", candidate), ComparisonPolicy.DEFAULT);
    }

    private static List<Figure> figures(int load, Map<Metric, double[]> run, double factor, List<Double> factors) {
        List<Figure> figures = new ArrayList<>();
        run.forEach((metric, nanos) -> {
            for (int quantile = 0; quantile < nanos.length; quantile++) {
                Question question =
                        new Question(Measure.quantile(metric, RunPool.QUANTILES[quantile]), LoadKind.RATE, load);
                figures.add(new Figure(question, nanos[quantile] * factor * factors.get(quantile), RunPool.REQUESTS));
            }
        });
        return figures;
    }
}
