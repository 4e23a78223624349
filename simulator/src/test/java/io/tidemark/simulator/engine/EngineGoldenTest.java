package io.tidemark.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.simulator.client.EngineRun;
import io.tidemark.simulator.client.RequestArrival;
import io.tidemark.simulator.client.RequestTimings;
import io.tidemark.simulator.engine.cost.StepCost;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * The same workloads as in an independent model of vLLM V1's scheduler written in Python, which was fitted to published
 * benchmarks. The expected times, in seconds, are what that model printed without noise.
 */
class EngineGoldenTest {
    private static final double TOLERANCE_SECONDS = 1e-6;
    private static final StepCost COST = new StepCost(1e-3, 2e-5, 0, 6.5e-3, 8e-5, 1e-5, 1e-7, 2e-9, 0, 0);
    private static final StepCost FLOOR_BOUND = new StepCost(0, 0, 0.0925, 0, 2.7e-4, 0, 5e-8, 0, 0, 0);

    @Test
    void chunkedPrefillSharesTheTokenBudgetAndSlotsLimitAdmission() {
        Engine engine = engine(COST, 4096, 4, 256);

        List<RequestTimings> outcomes =
                play(engine, 8, i -> arrival(i, 10L * i, 100 + 20 * i, 6 + i, BlockHashes.none()));

        // request i: first token at, last token at
        assertTimes(outcomes, new double[][] {
            {0.015540000, 0.088525000},
            {0.032804500, 0.118862200},
            {0.060949396, 0.150821200},
            {0.072538600, 0.184402600},
            {0.110860600, 0.235659400},
            {0.142811500, 0.259353700},
            {0.176384900, 0.282657100},
            {0.211581400, 0.305562400},
        });
        assertThat(engine.state().steps()).isEqualTo(25);
    }

    @Test
    void whenBlocksRunOutTheLastRunningRequestIsComputedAnew() {
        Engine engine = engine(COST, 40, 8, 512);

        List<RequestTimings> outcomes = play(engine, 6, i -> arrival(i, 5L * i, 150, 60, BlockHashes.none()));

        assertTimes(outcomes, new double[][] {
            {0.019552500, 0.521733700},
            {0.063335100, 0.542351100},
            {0.063335100, 0.542351100},
            {0.063335100, 0.952487800},
            {0.574082200, 1.037856600},
            {0.574082200, 1.037856600},
        });
        assertThat(engine.state().steps()).isEqualTo(121);
        assertThat(engine.state().preemptions()).isEqualTo(1);
    }

    @Test
    void cachedPrefixesShortenPrefillsUntilTheyAreEvicted() {
        Engine engine = engine(COST, 64, 8, 512);

        List<RequestTimings> outcomes =
                play(engine, 12, i -> arrival(i, 20L * i, 160 + i, 8, family(i % 3, i, (160 + i) / 16)));

        assertTimes(outcomes, new double[][] {
            {0.020355600, 0.118306107},
            {0.040917621, 0.126439807},
            {0.061686265, 0.140095447},
            {0.074972518, 0.153831520},
            {0.096471798, 0.175655928},
            {0.118306107, 0.197561673},
            {0.140095447, 0.219548757},
            {0.153831520, 0.227557757},
            {0.175655928, 0.249499082},
            {0.197561673, 0.265263782},
            {0.219548757, 0.280774182},
            {0.241489682, 0.296029682},
        });
        assertThat(engine.state().prefixQueryTokens()).isEqualTo(1986);
        assertThat(engine.state().prefixHitTokens()).isEqualTo(864);
    }

    @Test
    void preemptedRequestsFindTheirOwnPromptsInTheCache() {
        Engine engine = engine(COST, 44, 8, 512);

        List<RequestTimings> outcomes =
                play(engine, 8, i -> arrival(i, 5L * i, 150 + i, 60, family(i % 2, i, (150 + i) / 16)));

        assertTimes(outcomes, new double[][] {
            {0.019552500, 0.541397944},
            {0.048438482, 0.557189664},
            {0.048438482, 0.557189664},
            {0.048438482, 0.557189664},
            {0.075659444, 0.726410817},
            {0.075659444, 0.868404717},
            {0.075659444, 0.984824217},
            {0.075659444, 1.015350017},
        });
        assertThat(engine.state().steps()).isEqualTo(117);
        assertThat(engine.state().preemptions()).isEqualTo(4);
    }

    @Test
    void aLaunchBoundServerTakesItsFloorPerStepWhateverTheBatch() {
        Engine engine = engine(FLOOR_BOUND, 6000, 64, 2048);

        List<RequestTimings> outcomes = play(engine, 10, i -> arrival(i, 0, 512, 4, BlockHashes.none()));

        assertTimes(outcomes, new double[][] {
            {0.552960000, 1.478152350},
            {0.552960000, 1.478152350},
            {0.552960000, 1.478152350},
            {0.552960000, 1.478152350},
            {1.106022600, 1.570652350},
            {1.106022600, 1.570652350},
            {1.106022600, 1.570652350},
            {1.385652350, 1.663152350},
            {1.385652350, 1.663152350},
            {1.385652350, 1.663152350},
        });
    }

    private static Engine engine(StepCost cost, int kvBlocks, int maxNumSeqs, int maxNumBatchedTokens) {
        return new Engine(new EngineConfig(maxNumBatchedTokens, maxNumSeqs, kvBlocks, 16, true, cost, 0, 1));
    }

    private static List<RequestTimings> play(Engine engine, int requests, IntFunction<RequestArrival> arrival) {
        List<RequestArrival> arrivals =
                IntStream.range(0, requests).mapToObj(arrival).toList();
        return new EngineRun(engine, 0, step -> {})
                .play(arrivals).stream()
                        .sorted(Comparator.comparingInt(it -> Integer.parseInt(it.id())))
                        .toList();
    }

    private static RequestArrival arrival(int i, long atMillis, int promptTokens, int outputTokens, BlockHashes chain) {
        return new RequestArrival(
                atMillis * 1_000_000, new EngineRequest(String.valueOf(i), promptTokens, outputTokens, chain));
    }

    /** Six blocks that all requests of a family share, then blocks of the request's own. */
    private static BlockHashes family(int family, int request, int blocks) {
        LongStream shared = LongStream.range(0, 6).map(block -> family * 1000L + block);
        LongStream own = LongStream.range(0, blocks - 6L).map(block -> 100_000L + request * 100L + block);
        return BlockHashes.ofHashes(LongStream.concat(shared, own).toArray());
    }

    private static void assertTimes(List<RequestTimings> outcomes, double[][] expected) {
        assertThat(outcomes).hasSize(expected.length);
        for (int i = 0; i < expected.length; i++) {
            assertThat(outcomes.get(i).firstTokenNanos() / 1e9)
                    .as("first token of request %d", i)
                    .isCloseTo(expected[i][0], within(TOLERANCE_SECONDS));
            assertThat(outcomes.get(i).lastTokenNanos() / 1e9)
                    .as("last token of request %d", i)
                    .isCloseTo(expected[i][1], within(TOLERANCE_SECONDS));
        }
    }
}
