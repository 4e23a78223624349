package io.tidemark.simulator.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.tidemark.simulator.client.BenchServeMetric;
import io.tidemark.simulator.config.MemoryFlags;
import io.tidemark.simulator.config.Profile;
import io.tidemark.simulator.config.ProfileLoader;
import io.tidemark.simulator.config.ServerConfig;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The simulator against published benchmarks, with one seed that was fixed before the first run, and the middle of twenty others.
 *
 * <p>Excluded, with the reasons in docs/internals/simulator-calibration.md:
 *
 * <ul>
 *   <li>L4: that the eighth experiment is slower than the fifth (published: 2 %). Fewer drafts leave the token budget to more
 *       requests; what makes that not pay on an L4 is not in the document.
 *   <li>L4: peaks in a second, which are counted in chunks, and the order of experiments 5, 6 and 7 among each other (1 %).
 *   <li>H200: requests in flight at 0.5 req/s, which the plan's own queue past 3.5 req/s contradicts.
 *   <li>H200: TTFT p99 at 3.5 req/s with 128 slots, where the queue has just begun.
 *   <li>H200: on which side of 60 ms TPOT p99 is at 2.0 and 2.5 req/s; the middle of a sustained load may be said.
 * </ul>
 */
// Computed once: every test looks at the same rows, and none changes them.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SimulatorCalibrationTest {
    private static final List<String> CAPPED = List.of("seqs128", "moderate");
    private static final List<String> UNCAPPED = List.of("phase 0", "mem095", "batch16k", "aggressive");

    private final SimulatorCalibration calibration = new SimulatorCalibration();
    private final List<BenchmarkComparisonRow> benchmarks = calibration.benchmarks(SimulatorCalibration.SEED);

    @Test
    void everyPublishedFigureIsWithinItsLimit() {
        assertThat(benchmarks).hasSize(8 * 15 + 4 + 4 + 5);
        assertThat(benchmarks)
                .allSatisfy(row -> assertThat(row.withinLimit())
                        .as("%s, %s, %s: %+.1f %%", row.study(), row.experiment(), row.figure(), row.errorPercent())
                        .isTrue());
    }

    /** 1 < 2 < 3 < 4 < 5 ~ 6 ~ 7 ~ 8 in requests per second, and no order of 8 and 5. */
    @Test
    void experimentsComeInThePublishedOrder() {
        double[] throughput = new double[9];
        for (int i = 1; i <= 8; i++) {
            throughput[i] = simulated("experiment " + i, BenchServeMetric.REQUEST_THROUGHPUT);
        }

        assertThat(new double[] {throughput[1], throughput[2], throughput[3], throughput[4], throughput[5]})
                .as("a slot less thrash, an 8-bit cache, more slots, drafts: each is faster")
                .isSorted();
        assertThat(throughput[6]).isCloseTo(throughput[5], withinPercentage(2));
        assertThat(throughput[7]).isCloseTo(throughput[5], withinPercentage(2));
        assertThat(throughput[8])
                .as("published 2 % below the fifth, simulated some percent above: alike, no more can be said")
                .isCloseTo(throughput[5], withinPercentage(5))
                .isGreaterThan(throughput[4]);
    }

    @Test
    void draftsFillTheTokenBudgetSoThatRequestsWaitThoughSlotsAreFree() {
        double withoutDrafts = simulated("experiment 4", BenchServeMetric.MEAN_TTFT);
        double withDrafts = simulated("experiment 6", BenchServeMetric.MEAN_TTFT);

        assertThat(withDrafts).isGreaterThan(4 * withoutDrafts);
        assertThat(simulated("experiment 7", BenchServeMetric.MEAN_TTFT))
                .as("twice the slots change nothing")
                .isCloseTo(withDrafts, withinPercentage(3));
        assertThat(simulated("experiment 8", BenchServeMetric.MEAN_TTFT))
                .as("fewer drafts each let more requests in")
                .isLessThan(withDrafts);
    }

    @Test
    void theThirdExperimentHasTheShortestAndTheFourthTheSoonestTokens() {
        for (int i : new int[] {1, 2, 4, 5, 6, 7, 8}) {
            assertThat(simulated("experiment " + i, BenchServeMetric.MEAN_ITL))
                    .isGreaterThan(simulated("experiment 3", BenchServeMetric.MEAN_ITL));
        }
        for (int i : new int[] {1, 2, 3, 5, 6, 7, 8}) {
            assertThat(simulated("experiment " + i, BenchServeMetric.MEAN_TTFT))
                    .isGreaterThan(simulated("experiment 4", BenchServeMetric.MEAN_TTFT));
        }
    }

    @Test
    void theTuningPlansFiguresAreWithinTheirLimits() {
        Map<String, Map<Double, Map<BenchServeMetric, Double>>> sweeps = calibration.sweeps(SimulatorCalibration.SEED);

        List<BenchmarkComparisonRow> rows = calibration.planRows(sweeps);
        assertThat(rows).hasSize(7);
        assertThat(rows)
                .allSatisfy(row -> assertThat(row.withinLimit())
                        .as("%s, %s: %+.1f %%", row.experiment(), row.figure(), row.errorPercent())
                        .isTrue());
        assertCapsQueueAndSpare(sweeps);
        assertTuningDoesWhatThePlanSays(sweeps);
    }

    @Test
    @Tag("long")
    void theMiddleOfTwentyOtherSeedsIsWithinEveryLimit() {
        Map<BenchmarkComparisonRow.Key, List<BenchmarkComparisonRow>> bySeed = new LinkedHashMap<>();
        for (long seed : SimulatorCalibration.otherSeeds()) {
            Stream.concat(calibration.benchmarks(seed).stream(), calibration.publishedPlanRows(seed).stream())
                    .forEach(row -> bySeed.computeIfAbsent(row.key(), key -> new ArrayList<>())
                            .add(row));
        }

        assertThat(bySeed).hasSize(8 * 15 + 4 + 4 + 5 + 7);
        assertThat(bySeed.values()).allSatisfy(rows -> {
            BenchmarkComparisonRow middle = middle(rows);
            assertThat(middle.withinLimit())
                    .as("%s, %s: %+.1f %%", middle.experiment(), middle.figure(), middle.errorPercent())
                    .isTrue();
        });
        for (int experiment = 2; experiment <= 8; experiment++) {
            BenchmarkComparisonRow.Key key = new BenchmarkComparisonRow.Key(
                    "L4 Phi-4 experiments", "experiment " + experiment, BenchServeMetric.REQUEST_THROUGHPUT);
            assertThat(Math.abs(middle(bySeed.getOrDefault(key, List.of())).errorPercent()))
                    .as("throughput of experiment %d is centred", experiment)
                    .isLessThan(2.5);
        }
    }

    /** The eleventh of twenty. */
    private static BenchmarkComparisonRow middle(List<BenchmarkComparisonRow> rows) {
        return rows.stream()
                .sorted(Comparator.comparingDouble(BenchmarkComparisonRow::simulated))
                .toList()
                .get(rows.size() / 2);
    }

    /** As the study says it: what 300 prompts pass, half an hour of the same rate does not. */
    @ParameterizedTest
    @ValueSource(strings = {"phase 0", "mem095", "batch16k", "seqs128", "moderate", "aggressive"})
    @Tag("long")
    void sustainedTpotIsAboveTheLimitThatShortRunsPass(String name) {
        PublishedRateSweep plan = calibration.plan();
        PublishedRateSweep.Configuration configuration = configuration(plan, name);

        List<Double> p99Millis = Stream.of(1L, 2L, 3L, 4L, 5L)
                .map(seed -> plan.sustained(configuration, 2.0, 12, seed)
                        .getOrDefault(BenchServeMetric.P99_TPOT, Double.NaN))
                .sorted()
                .toList();

        assertThat(p99Millis.get(2)).isGreaterThan(plan.slo().p99TpotMs());
    }

    private static PublishedRateSweep.Configuration configuration(PublishedRateSweep plan, String name) {
        return plan.configurations().stream()
                .filter(it -> it.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** At 3.5 requests a second and more, slots that run out make requests wait and the running ones faster. */
    private static void assertCapsQueueAndSpare(Map<String, Map<Double, Map<BenchServeMetric, Double>>> sweeps) {
        for (String capped : CAPPED) {
            for (String uncapped : UNCAPPED) {
                assertThat(at(sweeps, capped, 5.0, BenchServeMetric.P99_TTFT))
                        .isGreaterThan(5 * at(sweeps, uncapped, 5.0, BenchServeMetric.P99_TTFT));
                assertThat(at(sweeps, capped, 5.0, BenchServeMetric.P99_TPOT))
                        .isLessThan(at(sweeps, uncapped, 5.0, BenchServeMetric.P99_TPOT));
            }
            assertThat(at(sweeps, capped, 5.0, BenchServeMetric.P99_TTFT)).isCloseTo(25_000, withinPercentage(25));
            assertThat(at(sweeps, capped, 3.5, BenchServeMetric.P99_TPOT)).isCloseTo(83.5, withinPercentage(25));
        }
    }

    private static void assertTuningDoesWhatThePlanSays(
            Map<String, Map<Double, Map<BenchServeMetric, Double>>> sweeps) {
        assertThat(at(sweeps, "batch16k", 2.0, BenchServeMetric.P99_TPOT))
                .as("a greater step alone changes little")
                .isCloseTo(at(sweeps, "phase 0", 2.0, BenchServeMetric.P99_TPOT), withinPercentage(2));
        assertThat(at(sweeps, "moderate", 2.0, BenchServeMetric.P99_TPOT))
                .isLessThan(at(sweeps, "phase 0", 2.0, BenchServeMetric.P99_TPOT));
        assertThat(at(sweeps, "moderate", 2.0, BenchServeMetric.P99_ITL))
                .isLessThan(at(sweeps, "phase 0", 2.0, BenchServeMetric.P99_ITL));
        sweeps.forEach((name, sweep) -> assertThat(at(sweeps, name, 3.0, BenchServeMetric.P99_TPOT))
                .as("%s past what it can hold", name)
                .isGreaterThan(60));
    }

    @ParameterizedTest
    @ValueSource(strings = {"phase 0", "mem095", "batch16k", "seqs128", "moderate", "aggressive"})
    void theCacheThatTheFlagsLeaveIsThePublishedOne(String name) {
        PublishedRateSweep plan = calibration.plan();
        PublishedRateSweep.Configuration configuration = configuration(plan, name);
        ServerConfig server = plan.server(configuration, SimulatorCalibration.SEED);
        Profile profile = new ProfileLoader().read("llama-70b-fp8-h200");
        assertThat(profile.kvGib(MemoryFlags.of(server))).isCloseTo(configuration.kvGib(), withinPercentage(0.1));
    }

    private double simulated(String experiment, BenchServeMetric figure) {
        return benchmarks.stream()
                .filter(row -> row.experiment().equals(experiment) && row.figure() == figure)
                .findFirst()
                .orElseThrow()
                .simulated();
    }

    private static double at(
            Map<String, Map<Double, Map<BenchServeMetric, Double>>> sweeps,
            String configuration,
            double rate,
            BenchServeMetric figure) {
        return sweeps.getOrDefault(configuration, Map.of())
                .getOrDefault(rate, Map.of())
                .getOrDefault(figure, Double.NaN);
    }
}
