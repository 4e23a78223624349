package io.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.compare.Margins;
import io.tidemark.analysis.compare.RunsNeeded;
import io.tidemark.analysis.gate.GatePolicy;
import io.tidemark.app.docs.ComparisonStudy.Order;
import io.tidemark.fixtures.GeneratedBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** docs/internals/comparison-statistics.md says how often the default policy is right, and it is right as often as it must be. */
@Tag("long")
final class ComparisonDocTest {
    private static final String PAGE = "docs/internals/comparison-statistics.md";
    private static final String HEAD =
            "| data | runs vary by | runs a side | like with like: regressed | any alarm | equivalent | gate passes"
                    + " | +20 % found at p50 | p95 | p99 | gate passes |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|";

    private static final double MAX_FALSE_ALARMS = 0.07;
    private static final double MIN_POWER = 0.85;
    private static final double MIN_PASSED = 0.90;
    private static final double MAX_SLOWER_PASSED = 0.15;

    private static final String IN_FLIGHT = ", a fixed number in flight";
    private static final List<Double> TAIL_ONLY = List.of(1.0, 1.0, 1.2);

    /** Blocks that were tried: of p50 and p95, of p99, of throughput. */
    private static final double[][] CANDIDATES = {
        {0.10, 0.15, 0.05},
        {0.15, 0.25, 0.12},
        {0.17, 0.26, 0.12},
        {0.18, 0.25, 0.12},
        {0.18, 0.26, 0.12},
        {0.18, 0.28, 0.12}
    };

    /** So many comparisons that a share is known to a percentage point. */
    private static final int MANY = 3 * ComparisonStudy.COMPARISONS;

    /** By how much a share may fall below another by chance. */
    private static final double CHANCE = 0.03;

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
        List<String> lines = new ArrayList<>(List.of(HEAD));
        RunPool loaded = loaded(300);
        RunPool server = unloaded(300);
        for (double cv : new double[] {0.02, 0.05}) {
            lines.add(gated(loaded.data(), Math.round(cv * 100) + " %", study(loaded, RunNoise.lognormal(cv), 5)));
        }
        lines.add(line(RunPool.heavyTailed(1_000), "5 %", RunNoise.lognormal(0.05)));
        lines.add(line(pool, "5 %, Student's t with 3 degrees of freedom", RunNoise.heavyTailed(0.05)));
        lines.add(line(pool, "2 %, one run in ten slower by half", RunNoise.spoiled(0.02)));
        lines.add(line(pool, "base 2 %, candidate 8 %", RunNoise.unequal(0.02, 0.08)));
        lines.add(ordered(
                pool, "2 % and 1 % more per run, sides one after the other", drifting, Order.ONE_AFTER_THE_OTHER));
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
        ComparisonStudy onlyP99 =
                new ComparisonStudy(pool, pool, usual, ComparisonStudy.Plan.of(5), TAIL_ONLY, GatePolicy.DEFAULT);
        lines.add(gated(pool.data(), "5 %, only p99 is slower", onlyP99));
        ComparisonStudy.Plan baseOfMany = ComparisonStudy.Plan.of(20, 3);
        lines.add(held(
                pool.data(),
                "base 2 %, candidate 4 %, a base of many",
                study(pool, RunNoise.unequal(0.02, 0.04), baseOfMany)));
        lines.add(held(
                pool.data(),
                "base 5 %, candidate 10 %, a base of many",
                study(pool, RunNoise.unequal(0.05, 0.10), baseOfMany)));
        lines.add(held(
                pool.data(),
                "base 2 %, candidate 8 %, a base of many",
                study(pool, RunNoise.unequal(0.02, 0.08), baseOfMany)));
        lines.add(sides(pool, "base 5 %, candidate 20 %, a base of many", RunNoise.unequal(0.05, 0.20), 20, 3));
        lines.add(held(
                pool.data(),
                "5 % and 2 % more per run, sides that swap turns",
                study(pool, RunNoise.drifting(0.05, 0.02), ComparisonStudy.Plan.of(8, 3))));
        lines.add(held(
                pool.data(),
                "5 % and 1 % more per run, sides that swap turns",
                study(pool, RunNoise.drifting(0.05, 0.01), ComparisonStudy.Plan.of(20, 5))));
        for (int runs : new int[] {3, 5, 8}) {
            RunPool few = RunPool.lognormal(1_000, 200);
            ComparisonStudy.Plan plan = ComparisonStudy.Plan.of(runs);
            lines.add(held(
                    pool.data(),
                    "5 %, base of 3,000 requests, candidate of 200",
                    new ComparisonStudy(pool, few, usual, plan, ComparisonStudy.BY_A_FIFTH, GatePolicy.DEFAULT)));
            lines.add(held(
                    "simulator, 70B on H200 at 4/s",
                    "5 %, clock of 10 ms",
                    study(server, usual, plan.onClock(10_000_000))));
            lines.add(held(
                    "simulator, 70B on H200 at 4/s",
                    "2 %, clock of 10 ms",
                    study(server, RunNoise.lognormal(0.02), plan.onClock(10_000_000))));
        }
        lines.add(gated(
                pool.data(),
                "5 %, at 8 loads (24 questions), found at every load",
                study(pool, usual, new ComparisonStudy.Plan(5, 5, Order.SWAPPING, 8))));
        new GeneratedBlock(PAGE, "other noise").mustBe(String.join("\n", lines));
    }

    /** Each line has a run more than the one above it on one side or both. */
    @Test
    void moreRunsNeverFindLess() {
        RunPool pool = RunPool.lognormal(1_000);
        List<String> lines = new ArrayList<>(List.of(HEAD));
        int[][] bothGrow = {{3, 3}, {4, 3}, {4, 4}, {5, 4}, {5, 5}, {6, 5}, {8, 8}, {12, 12}};
        int[][] oneGrows = {{3, 3}, {5, 3}, {6, 3}, {7, 3}, {8, 3}, {20, 3}, {20, 5}, {20, 8}};
        for (Order order : List.of(Order.SWAPPING, Order.ONE_AFTER_THE_OTHER)) {
            grow(pool, order, bothGrow, lines);
            grow(pool, order, oneGrows, lines);
        }
        new GeneratedBlock(PAGE, "more runs").mustBe(String.join("\n", lines));
    }

    private static void grow(RunPool pool, Order order, int[][] sides, List<String> lines) {
        List<Double> before = List.of(0.0, 0.0, 0.0);
        for (int[] runs : sides) {
            ComparisonStudy.Plan plan = new ComparisonStudy.Plan(runs[0], runs[1], order, 1);
            ComparisonStudy.Result result =
                    study(pool, RunNoise.lognormal(0.08), plan).result(MANY);
            String words = order == Order.SWAPPING ? "8 %, sides that swap turns" : "8 %, one after the other";
            String line = line(pool.data(), words, runs[0] + " + " + runs[1], result);
            lines.add(line);
            assertThat(result.anyAlarm()).as(line).isLessThanOrEqualTo(MAX_FALSE_ALARMS);
            for (int quantile = 0; quantile < before.size(); quantile++) {
                assertThat(result.found().get(quantile)).as(line).isGreaterThan(before.get(quantile) - CHANCE);
            }
            before = result.found();
        }
    }

    /** What five runs a side pass for each choice of what blocks; where they vary by 2 %, only of the shipped one. */
    @Test
    void theBlocksAreWhereLikePassesAndSlowerDoesNot() {
        MarkdownTable table = new MarkdownTable(
                "data",
                "runs vary by",
                "block: p50, p95",
                "p99",
                "throughput",
                "like with like: gate passes",
                "+20 %: gate passes",
                "+20 % only at p99: gate passes");
        RunPool pool = RunPool.lognormal(1_000);
        RunPool server = unloaded(300);
        RunPool queueing = loaded(300);
        ComparisonStudy.Plan five = ComparisonStudy.Plan.of(5);
        for (double cv : new double[] {0.02, 0.05}) {
            passed(table, cv, pool, five, "");
            passed(table, cv, pool, five.closed(), IN_FLIGHT);
            passed(table, cv, pool, new ComparisonStudy.Plan(5, 5, Order.SWAPPING, 8), " at 8 loads (24 questions)");
            passed(table, cv, server, five, "");
            passed(table, cv, queueing, five, "");
            passed(table, cv, queueing, five.closed(), IN_FLIGHT);
        }
        System.out.println(table.text());
        new GeneratedBlock(PAGE, "blocks").mustBe(table.text());
    }

    private static void passed(MarkdownTable table, double cv, RunPool pool, ComparisonStudy.Plan plan, String how) {
        List<Margins> blocks = cv < 0.05
                ? List.of(Margins.BLOCKS)
                : Stream.of(CANDIDATES).map(ComparisonDocTest::blocks).toList();
        RunNoise noise = RunNoise.lognormal(cv);
        ComparisonStudy.Passes all = study(pool, noise, plan).passes(blocks);
        ComparisonStudy.Passes ofTail =
                new ComparisonStudy(pool, pool, noise, plan, TAIL_ONLY, GatePolicy.DEFAULT).passes(blocks);
        assertThat(blocks).contains(Margins.BLOCKS);
        for (int at = 0; at < blocks.size(); at++) {
            Margins block = blocks.get(at);
            boolean isClosed = plan.loop() == ComparisonStudy.Loop.CLOSED;
            if (block.equals(Margins.BLOCKS)) {
                String what = pool.data() + how + " " + cv;
                assertThat(all.alike().get(at)).as(what).isGreaterThanOrEqualTo(MIN_PASSED);
                assertThat(all.slower().get(at)).as(what).isLessThanOrEqualTo(MAX_SLOWER_PASSED);
                assertThat(ofTail.slower().get(at)).as(what).isLessThanOrEqualTo(MAX_SLOWER_PASSED);
            }
            table.row(
                    pool.data() + how,
                    percent(cv),
                    percent(block.latency().get(0.5)),
                    percent(block.latency().get(0.99)),
                    isClosed ? percent(block.throughput()) : "",
                    percent(all.alike().get(at)),
                    percent(all.slower().get(at)),
                    percent(ofTail.slower().get(at)));
        }
    }

    private static Margins blocks(double[] block) {
        Margins usual = Margins.BLOCKS;
        return new Margins(
                usual.heldLoad(),
                new TreeMap<>(Map.of(0.5, block[0], 0.95, block[0], 0.99, block[1])),
                block[0],
                block[2],
                block[2],
                usual.errorShare(),
                usual.quality());
    }

    @Test
    void theRunsThatAreNamedDecideInFourOfFiveAtEveryChange() {
        MarkdownTable table = new MarkdownTable(
                "data",
                "runs vary by",
                "true change",
                "runs a side",
                "undecided, with a number",
                "its median",
                "decided with it");
        RunPool pool = RunPool.lognormal(1_000);
        double undecided = 0;
        double decided = 0;
        for (double cv : new double[] {0.05, 0.10}) {
            for (double change : new double[] {0, 0.05, 0.10, 0.20, 0.30}) {
                RunsNeededStudy.Result result = new RunsNeededStudy(pool, cv, change, 3, 100).result();
                undecided += result.undecided();
                decided += result.undecided() * result.decided();
                assertThat(result.decided()).as(cv + " " + change).isGreaterThanOrEqualTo(RunsNeeded.POWER);
                table.row(
                        pool.data(),
                        percent(cv),
                        percent(change),
                        "3",
                        percent(result.undecided()),
                        Integer.toString(result.median()),
                        percent(result.decided()));
            }
        }
        System.out.println(table.text() + "\nall: " + percent(decided / undecided));
        assertThat(decided / undecided).isBetween(RunsNeeded.POWER, 0.97);
        new GeneratedBlock(PAGE, "runs needed").mustBe(table.text());
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
        assertThat(result.anyAlarm()).as(line).isLessThanOrEqualTo(MAX_FALSE_ALARMS);
        assertThat(result.found()).as(line).allMatch(found -> found >= MIN_POWER);
        assertThat(result.passes()).as(line).isGreaterThanOrEqualTo(MIN_PASSED);
        assertThat(result.slowerPasses()).as(line).isLessThanOrEqualTo(MAX_SLOWER_PASSED);
    }

    /** At 30 requests a second the shipped demo server queues now and then. */
    private static RunPool loaded(int runs) {
        return RunPool.simulated(
                "simulator, demo server at 30/s",
                "demo-tuned",
                30,
                new RunPool.Lengths(150, 250),
                new RunPool.Lengths(24, 40),
                runs);
    }

    private static RunPool unloaded(int runs) {
        return RunPool.simulated(
                "simulator, 70B on H200 at 4/s",
                "llama-70b-fp8-h200",
                4,
                new RunPool.Lengths(100, 300),
                new RunPool.Lengths(32, 96),
                runs);
    }

    private static ComparisonStudy study(RunPool pool, RunNoise noise, int runs) {
        return study(pool, noise, ComparisonStudy.Plan.of(runs));
    }

    private static ComparisonStudy study(RunPool pool, RunNoise noise, ComparisonStudy.Plan plan) {
        return new ComparisonStudy(pool, pool, noise, plan, ComparisonStudy.BY_A_FIFTH, GatePolicy.DEFAULT);
    }

    private static String held(String data, String noise, ComparisonStudy study) {
        ComparisonStudy.Result result = study.result();
        String line = line(data, noise, runs(study.plan()), result);
        assertThat(result.anyAlarm()).as(line).isLessThanOrEqualTo(MAX_FALSE_ALARMS);
        return line;
    }

    /** What the gate makes of it at the shipped blocks. */
    private static String gated(String data, String noise, ComparisonStudy study) {
        ComparisonStudy.Result result = study.result();
        String line = line(data, noise, runs(study.plan()), result);
        assertThat(result.anyAlarm()).as(line).isLessThanOrEqualTo(MAX_FALSE_ALARMS);
        assertThat(result.passes()).as(line).isGreaterThanOrEqualTo(MIN_PASSED);
        assertThat(result.slowerPasses()).as(line).isLessThanOrEqualTo(MAX_SLOWER_PASSED);
        return line;
    }

    private static String runs(ComparisonStudy.Plan plan) {
        return plan.ofBase() == plan.ofCandidate()
                ? Integer.toString(plan.ofBase())
                : plan.ofBase() + " + " + plan.ofCandidate();
    }

    private static String sides(RunPool pool, String noise, RunNoise by, int ofBase, int ofCandidate) {
        ComparisonStudy.Result result =
                study(pool, by, ComparisonStudy.Plan.of(ofBase, ofCandidate)).result();
        return line(pool.data(), noise, ofBase + " + " + ofCandidate, result);
    }

    private static String ordered(RunPool pool, String noise, RunNoise by, Order order) {
        ComparisonStudy.Result result =
                study(pool, by, ComparisonStudy.Plan.of(5, order)).result();
        if (order == Order.SWAPPING) {
            assertThat(result.anyAlarm()).as(noise).isLessThanOrEqualTo(MAX_FALSE_ALARMS);
        }
        return line(pool.data(), noise, 5, result);
    }

    private static String line(RunPool pool, String noise, RunNoise by) {
        return line(pool.data(), noise, 5, study(pool, by, 5).result());
    }

    private static String line(String data, String noise, int runs, ComparisonStudy.Result result) {
        return line(data, noise, Integer.toString(runs), result);
    }

    private static String line(String data, String noise, String runs, ComparisonStudy.Result result) {
        String line = String.format(
                Locale.ROOT,
                "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |",
                data,
                noise,
                runs,
                percent(result.regressed()),
                percent(result.anyAlarm()),
                percent(result.equivalent()),
                percent(result.passes()),
                percent(result.found().get(0)),
                percent(result.found().get(1)),
                percent(result.found().get(2)),
                percent(result.slowerPasses()));
        System.out.println(line);
        return line;
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", share * 100);
    }
}
