package io.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.compare.RegressionSuspicion;
import io.tidemark.analysis.compare.RunComparison;
import io.tidemark.analysis.gate.GatePolicy;
import io.tidemark.analysis.measure.ComparisonSide;
import io.tidemark.analysis.measure.RunMeasurements;
import io.tidemark.app.docs.ComparisonStudy.Order;
import io.tidemark.fixtures.GeneratedBlock;
import io.tidemark.simulator.random.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** docs/internals/comparison-statistics.md says how often a run is suspected and how often that is confirmed, with and without a change. */
@Tag("long")
final class RegressionConfirmationDocTest {
    private static final int LOOKS = 2_000;
    private static final double MAX_FALSE = 0.01;
    private static final double MIN_POWER = 0.8;

    /** One run that is looked at, and what came of it. */
    private record Look(boolean suspected, boolean confirmed) {}

    private record Rates(double suspected, double confirmed) {}

    @Test
    void aConfirmedRegressionIsRarelyFalseAndAChangeIsFound() {
        RunPool pool = RunPool.lognormal(1_000);
        List<String> lines = new ArrayList<>(
                List.of(
                        "| runs vary by | runs of the baseline | confirming runs | no change: suspected | confirmed"
                                + " | confirming runs per look | +20 %: suspected | confirmed |\n|---|--:|--:|--:|--:|--:|--:|--:|"));
        for (double cv : new double[] {0.02, 0.05}) {
            for (int base : new int[] {3, 5, 10}) {
                for (int confirming : new int[] {1, 2, 3}) {
                    String words = Math.round(cv * 100) + " %";
                    Rates alike = add(lines, pool, words, RunNoise.lognormal(cv), base, confirming);
                    if (confirming == 2) {
                        assertThat(alike.confirmed())
                                .describedAs(lines.get(lines.size() - 1))
                                .isLessThan(MAX_FALSE);
                    }
                }
            }
        }
        add(lines, pool, "2 %, and 0.1 % more per run", RunNoise.drifting(0.02, 0.001), 10, 2);
        add(lines, pool, "2 %, and 1 % more per run", RunNoise.drifting(0.02, 0.01), 10, 2);
        add(lines, pool, "5 %, each run 0.8 of the one before (AR(1))", RunNoise.wandering(0.05, 0.8), 10, 2);
        add(lines, pool, "2 %, one run in ten slower by half", RunNoise.spoiled(0.02), 10, 2);
        add(
                lines,
                pool,
                "2 %, starts of the server by 5 %, one server confirms",
                RunNoise.restarted(0.05, 0.02, 10),
                10,
                2);
        add(
                lines,
                pool,
                "2 %, starts of the server by 5 %, a fresh server for each run",
                RunNoise.restarted(0.05, 0.02, 99),
                10,
                2);
        new GeneratedBlock("docs/internals/comparison-statistics.md", "confirmation").mustBe(String.join("\n", lines));
    }

    private static Rates add(List<String> lines, RunPool pool, String words, RunNoise noise, int base, int confirming) {
        ComparisonStudy.Plan plan = new ComparisonStudy.Plan(base, 1 + confirming, Order.ONE_AFTER_THE_OTHER, 1);
        ComparisonStudy study =
                new ComparisonStudy(pool, pool, noise, plan, ComparisonStudy.BY_A_FIFTH, GatePolicy.DEFAULT);
        Rates alike = rates(study, ComparisonStudy.NOT_AT_ALL);
        Rates slower = rates(study, ComparisonStudy.BY_A_FIFTH);
        lines.add("| %s | %d | %d | %s | %s | %.2f | %s | %s |"
                .formatted(
                        words,
                        base,
                        confirming,
                        percent(alike.suspected()),
                        percent(alike.confirmed()),
                        alike.suspected() * confirming,
                        percent(slower.suspected()),
                        percent(slower.confirmed())));
        if (confirming == 2 && base == 10 && words.equals("2 %")) {
            assertThat(slower.confirmed())
                    .describedAs(lines.get(lines.size() - 1))
                    .isGreaterThan(MIN_POWER);
        }
        return alike;
    }

    private static Rates rates(ComparisonStudy study, List<Double> factors) {
        SeededRandom draws = new SeededRandom(20_26);
        int suspected = 0;
        int confirmed = 0;
        for (int look = 0; look < LOOKS; look++) {
            Look one = look(study.draw(draws, factors), study.policy());
            suspected += one.suspected() ? 1 : 0;
            confirmed += one.confirmed() ? 1 : 0;
        }
        return new Rates((double) suspected / LOOKS, (double) confirmed / LOOKS);
    }

    private static Look look(ComparisonStudy.Drawn runs, GatePolicy policy) {
        List<RunMeasurements> candidate = runs.candidate();
        RegressionSuspicion suspicion = RegressionSuspicion.of(against(runs.base(), candidate.subList(0, 1), policy));
        boolean confirmed = suspicion.isSuspected()
                && !suspicion
                        .confirmedBy(against(runs.base(), candidate.subList(1, candidate.size()), policy))
                        .isEmpty();
        return new Look(suspicion.isSuspected(), confirmed);
    }

    private static RunComparison against(List<RunMeasurements> base, List<RunMeasurements> runs, GatePolicy policy) {
        return RunComparison.of(
                new ComparisonSide("base", base), new ComparisonSide("candidate", runs), policy.comparison());
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", share * 100);
    }
}
