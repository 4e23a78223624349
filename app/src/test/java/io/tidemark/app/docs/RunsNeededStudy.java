package io.tidemark.app.docs;

import io.tidemark.analysis.compare.RunComparison;
import io.tidemark.analysis.gate.GateOutcome;
import io.tidemark.analysis.gate.GatePolicy;
import io.tidemark.analysis.gate.GateVerdict;
import io.tidemark.analysis.measure.ComparisonSide;
import io.tidemark.analysis.measure.Measure;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.analysis.measure.MeasuredValue;
import io.tidemark.analysis.measure.RunMeasurements;
import io.tidemark.events.LoadKind;
import io.tidemark.schemas.Metric;
import io.tidemark.simulator.random.SeededRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How often the runs that an undecided gate names decide it: sides of so many runs that swap turns, and where these leave it undecided, the same
 * sides with as many more as were named.
 *
 * @param most named numbers beyond this are not tried
 */
record RunsNeededStudy(RunPool pool, double cv, double change, int runs, int most) {
    /**
     * @param undecided share that the first runs left open, with a number of runs that would decide
     * @param median of these numbers, per side and in all
     * @param decided share of these that were decided with so many
     */
    record Result(double undecided, int median, double decided) {}

    Result result() {
        SeededRandom draws = new SeededRandom(20_26);
        List<Integer> needed = new ArrayList<>();
        int decided = 0;
        for (int trial = 0; trial < ComparisonStudy.COMPARISONS; trial++) {
            List<RunMeasurements> base = new ArrayList<>();
            List<RunMeasurements> candidate = new ArrayList<>();
            OptionalInt named = named(verdict(draws, base, candidate, runs));
            if (named.isPresent() && named.getAsInt() <= most) {
                needed.add(named.getAsInt());
                GateOutcome then =
                        verdict(draws, base, candidate, named.getAsInt()).outcome();
                decided += then == GateOutcome.UNDECIDED ? 0 : 1;
            }
        }
        needed.sort(Integer::compare);
        return needed.isEmpty()
                ? new Result(0, 0, 0)
                : new Result(
                        (double) needed.size() / ComparisonStudy.COMPARISONS,
                        needed.get(needed.size() / 2),
                        (double) decided / needed.size());
    }

    /** The number that the gate's paragraph names. */
    private static OptionalInt named(GateVerdict verdict) {
        boolean isOpen = verdict.outcome() == GateOutcome.UNDECIDED
                && verdict.open().stream().allMatch(one -> one.runsNeeded().isPresent());
        return isOpen
                ? verdict.open().stream()
                        .mapToInt(one -> one.runsNeeded().orElseThrow())
                        .max()
                : OptionalInt.empty();
    }

    private GateVerdict verdict(
            SeededRandom draws, List<RunMeasurements> base, List<RunMeasurements> candidate, int perSide) {
        while (base.size() < perSide) {
            int pair = base.size();
            boolean candidateFirst = pair % 2 == 1;
            base.add(run(draws, 2 * pair + (candidateFirst ? 1 : 0), 1));
            candidate.add(run(draws, 2 * pair + (candidateFirst ? 0 : 1), 1 + change));
        }
        GatePolicy policy = GatePolicy.DEFAULT;
        return GateVerdict.of(
                RunComparison.of(
                        new ComparisonSide("base", base),
                        new ComparisonSide("candidate", candidate),
                        policy.comparison()),
                policy,
                List.of());
    }

    private RunMeasurements run(SeededRandom draws, int at, double slower) {
        Map<Metric, double[]> drawn =
                pool.runs().get((int) (draws.uniform() * pool.runs().size()));
        double factor = draws.logNormal(1, cv) * slower;
        List<MeasuredValue> figures = new ArrayList<>();
        drawn.forEach((metric, nanos) -> {
            for (int quantile = 0; quantile < nanos.length; quantile++) {
                MeasureAtLoad question =
                        new MeasureAtLoad(Measure.quantile(metric, RunPool.QUANTILES[quantile]), LoadKind.RATE, 1);
                figures.add(new MeasuredValue(question, nanos[quantile] * factor, pool.requests()));
            }
        });
        return new RunMeasurements("run" + at, Optional.of(Instant.ofEpochSecond(at * 600L)), figures);
    }
}
