package io.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.docs.ComparisonStudy.Order;
import io.tidemark.simulator.virtual.TokenRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** docs/comparison.md says how often the default policy is right, and it is right as often as it must be. */
@Tag("long")
final class ComparisonDocTest {
    private static final String PAGE = "docs/comparison.md";
    private static final String HEAD =
            "| data | runs vary by | runs a side | like with like: regressed | any alarm | equivalent"
                    + " | +20 % found at p50 | p95 | p99 |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|";

    private static final double MOST_FALSE_ALARMS = 0.07;
    private static final double LEAST_POWER = 0.85;

    @Test
    void theDefaultPolicyKeepsItsRatesOfFalseAlarmsAndOfFindings() {
        List<String> lines = new ArrayList<>(List.of(HEAD));
        for (RunPool pool : List.of(RunPool.lognormal(1_000), unloaded(300))) {
            for (double cv : new double[] {0.02, 0.05, 0.10}) {
                for (int runs : new int[] {3, 5, 10}) {
                    ComparisonStudy.Result result =
                            study(pool, RunNoise.lognormal(cv), runs).result();
                    lines.add(line(pool.data(), Math.round(cv * 100) + " %", runs, result));
                    if (runs == 5 && cv < 0.1) {
                        mustHold(result, lines.get(lines.size() - 1));
                    }
                }
            }
        }
        new GeneratedBlock(PAGE, "default policy").mustBe(String.join("\n", lines));
    }

    @Test
    void otherNoiseIsShownAsItIs() {
        RunPool pool = RunPool.lognormal(1_000);
        RunNoise drifting = RunNoise.drifting(0.02, 0.01);
        RunNoise usual = RunNoise.lognormal(0.05);
        List<Double> tailOnly = List.of(1.0, 1.0, 1.2);
        List<String> lines = new ArrayList<>(List.of(HEAD));
        RunPool loaded = loaded(300);
        lines.add(line(loaded, "2 %", RunNoise.lognormal(0.02)));
        lines.add(line(loaded, "5 %", RunNoise.lognormal(0.05)));
        lines.add(line(RunPool.heavyTailed(1_000), "5 %", RunNoise.lognormal(0.05)));
        lines.add(line(pool, "5 %, Student's t with 3 degrees of freedom", RunNoise.heavyTailed(0.05)));
        lines.add(line(pool, "2 %, one run in ten slower by half", RunNoise.spoiled(0.02)));
        lines.add(line(pool, "base 2 %, candidate 8 %", RunNoise.unequal(0.02, 0.08)));
        lines.add(line(pool, "2 % and 1 % more per run, sides one after the other", drifting));
        lines.add(ordered(pool, "2 % and 1 % more per run, sides in turns", drifting, Order.BASE_FIRST_IN_EACH_PAIR));
        RunNoise steep = RunNoise.drifting(0.02, 0.05);
        lines.add(ordered(
                pool,
                "2 % and 5 % more per run, sides in turns, the base first in each pair",
                steep,
                Order.BASE_FIRST_IN_EACH_PAIR));
        lines.add(ordered(pool, "2 % and 5 % more per run, sides that swap turns", steep, Order.SWAPPING));
        lines.add(ordered(
                pool,
                "5 %, each run 0.8 of the one before (AR(1)), sides one after the other",
                RunNoise.wandering(0.05, 0.8),
                Order.ONE_AFTER_THE_OTHER));
        lines.add(ordered(
                pool,
                "5 %, each run 0.8 of the one before (AR(1)), sides that swap turns",
                RunNoise.wandering(0.05, 0.8),
                Order.SWAPPING));
        ComparisonStudy onlyP99 = new ComparisonStudy(pool, usual, ComparisonStudy.Plan.of(5), tailOnly);
        lines.add(line(pool.data(), "5 %, only p99 is slower", 5, onlyP99.result()));
        ComparisonStudy.Result unequal = study(
                        pool, usual, new ComparisonStudy.Plan(5, 10, Order.ONE_AFTER_THE_OTHER, 1))
                .result();
        lines.add(line(pool.data(), "5 %, base of 5 runs, candidate of 10", 5, unequal));
        ComparisonStudy.Result few = study(pool, usual, new ComparisonStudy.Plan(10, 3, Order.ONE_AFTER_THE_OTHER, 8))
                .result();
        lines.add(line(pool.data(), "5 %, base of 10 runs, candidate of 3, at 8 loads, found at every load", 3, few));
        ComparisonStudy.Result manyLoads = study(
                        pool, usual, new ComparisonStudy.Plan(5, 5, Order.ONE_AFTER_THE_OTHER, 8))
                .result();
        lines.add(line(pool.data(), "5 %, at 8 loads (24 questions), found at every load", 5, manyLoads));
        new GeneratedBlock(PAGE, "other noise").mustBe(String.join("\n", lines));
    }

    @Test
    void runsVaryByTheirRequestsAlone() {
        MarkdownTable table = new MarkdownTable("data", "p50", "p95", "p99");
        for (RunPool pool : List.of(RunPool.lognormal(1_000), unloaded(300), loaded(300), RunPool.heavyTailed(1_000))) {
            table.row(pool.data(), percent(pool.spread(0)), percent(pool.spread(1)), percent(pool.spread(2)));
        }
        new GeneratedBlock(PAGE, "spread").mustBe(table.text());
    }

    @Test
    void changePointsAreFoundWhereTheyAreAndRarelyElsewhere() {
        List<String> lines = new ArrayList<>(
                List.of("| values | vary by | steady: any change told | +5 % in the middle found | +10 % | +20 % |"
                        + "\n|--:|---|--:|--:|--:|--:|"));
        for (int length : new int[] {12, 24, 50}) {
            lines.add(line(new HistoryStudy(length, 0.02, 0), "2 %"));
            lines.add(line(new HistoryStudy(length, 0.05, 0), "5 %"));
        }
        lines.add(line(new HistoryStudy(50, 0.05, 0.5), "5 %, each half of the one before"));
        new GeneratedBlock(PAGE, "change points").mustBe(String.join("\n", lines));
    }

    private static String line(HistoryStudy study, String noise) {
        double steady = study.shareChanged();
        if (study.carried() == 0) {
            assertThat(steady).as(noise).isLessThanOrEqualTo(0.03);
        }
        return String.format(
                Locale.ROOT,
                "| %d | %s | %s | %s | %s | %s |",
                study.length(),
                noise,
                percent(steady),
                percent(study.shareFound(1.05)),
                percent(study.shareFound(1.1)),
                percent(study.shareFound(1.2)));
    }

    private static void mustHold(ComparisonStudy.Result result, String line) {
        assertThat(result.anyAlarm()).as(line).isLessThanOrEqualTo(MOST_FALSE_ALARMS);
        assertThat(result.found()).as(line).allMatch(found -> found >= LEAST_POWER);
    }

    /** At 30 requests a second the shipped demo server queues now and then. */
    private static RunPool loaded(int runs) {
        return RunPool.simulated(
                "simulator, demo server at 30/s",
                "demo-tuned",
                30,
                new TokenRange(150, 250),
                new TokenRange(24, 40),
                runs);
    }

    private static RunPool unloaded(int runs) {
        return RunPool.simulated(
                "simulator, 70B on H200 at 4/s",
                "llama-70b-fp8-h200",
                4,
                new TokenRange(100, 300),
                new TokenRange(32, 96),
                runs);
    }

    private static ComparisonStudy study(RunPool pool, RunNoise noise, int runs) {
        return study(pool, noise, ComparisonStudy.Plan.of(runs));
    }

    private static ComparisonStudy study(RunPool pool, RunNoise noise, ComparisonStudy.Plan plan) {
        return new ComparisonStudy(pool, noise, plan, ComparisonStudy.BY_A_FIFTH);
    }

    private static String ordered(RunPool pool, String noise, RunNoise by, Order order) {
        ComparisonStudy.Result result =
                study(pool, by, ComparisonStudy.Plan.of(5, order)).result();
        if (order == Order.SWAPPING) {
            assertThat(result.anyAlarm()).as(noise).isLessThanOrEqualTo(MOST_FALSE_ALARMS);
        }
        return line(pool.data(), noise, 5, result);
    }

    private static String line(RunPool pool, String noise, RunNoise by) {
        return line(pool.data(), noise, 5, study(pool, by, 5).result());
    }

    private static String line(String data, String noise, int runs, ComparisonStudy.Result result) {
        String line = String.format(
                Locale.ROOT,
                "| %s | %s | %d | %s | %s | %s | %s | %s | %s |",
                data,
                noise,
                runs,
                percent(result.regressed()),
                percent(result.anyAlarm()),
                percent(result.equivalent()),
                percent(result.found().get(0)),
                percent(result.found().get(1)),
                percent(result.found().get(2)));
        System.out.println(line);
        return line;
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", share * 100);
    }
}
