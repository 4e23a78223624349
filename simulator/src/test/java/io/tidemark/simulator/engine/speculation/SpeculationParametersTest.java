package io.tidemark.simulator.engine.speculation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.simulator.client.RequestArrival;
import io.tidemark.simulator.client.RequestTimings;
import io.tidemark.simulator.engine.BlockHashes;
import io.tidemark.simulator.engine.Engine;
import io.tidemark.simulator.engine.EngineConfig;
import io.tidemark.simulator.engine.EngineRequest;
import io.tidemark.simulator.engine.EngineScenarios;
import io.tidemark.simulator.engine.StepResult;
import io.tidemark.simulator.engine.cost.DraftCost;
import io.tidemark.simulator.engine.cost.StepCost;
import io.tidemark.simulator.engine.cost.StepWork;
import io.tidemark.simulator.engine.speculation.DraftAcceptance.Geometric;
import io.tidemark.simulator.engine.speculation.DraftAcceptance.PerPosition;
import io.tidemark.simulator.random.SeededRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Speculative decoding; the times are those of the independent model in Python that {@code EngineGoldenTest} uses. */
class SpeculationParametersTest {
    private static final StepCost COST = new StepCost(1e-3, 2e-5, 0, 6.5e-3, 8e-5, 1e-5, 1e-7, 2e-9, 0, 0);
    private static final Geometric ALL = new Geometric(1, 0);
    private static final Geometric NOTHING = new Geometric(0, 0);

    @Test
    void acceptedDraftsComeOutInOneChunkAndCostTimePerStep() {
        SpeculationParameters three = new SpeculationParameters(3, 16, 0, ALL, DraftCost.perStep(2e-3));
        Engine engine = engine(4096, 4, 256, three);

        List<RequestTimings> outcomes = EngineScenarios.timed(engine, 8, i -> arrival(i, 10L * i, 100 + 20 * i, 6 + i));

        assertTimes(outcomes, new double[][] {
            {0.017540000, 0.067249621},
            {0.037074800, 0.095782300},
            {0.067249621, 0.122451800},
            {0.095782300, 0.150826200},
            {0.095782300, 0.180545900},
            {0.122451800, 0.191074100},
            {0.150826200, 0.201292000},
            {0.180545900, 0.211197200},
        });
        assertThat(engine.state().steps()).isEqualTo(10);
    }

    @Test
    void refusedDraftsTakeBudgetFromOthersAndGiveNothing() {
        Engine engine = engine(4096, 8, 24, new SpeculationParameters(7, 5, 0, NOTHING, DraftCost.NONE));

        List<RequestTimings> outcomes = EngineScenarios.timed(engine, 6, i -> arrival(i, 5L * i, 30, 12 + i));

        assertTimes(outcomes, new double[][] {
            {0.018911224, 0.125300241},
            {0.028465436, 0.144679281},
            {0.047691100, 0.172927000},
            {0.096151209, 0.226732000},
            {0.134973104, 0.268526500},
            {0.172927000, 0.307499500},
        });
        assertThat(engine.state().speculation().acceptedTokens()).isZero();
    }

    @Test
    void aPreemptedRequestKeepsWhatWasAccepted() {
        Engine engine = engine(40, 8, 512, new SpeculationParameters(3, 16, 0, ALL, DraftCost.NONE));

        List<RequestTimings> outcomes = EngineScenarios.timed(engine, 6, i -> arrival(i, 5L * i, 150, 60));

        assertTimes(outcomes, new double[][] {
            {0.019552500, 0.185632300},
            {0.063605400, 0.206208125},
            {0.063605400, 0.206208125},
            {0.063605400, 0.351054725},
            {0.238209025, 0.367477725},
            {0.238209025, 0.367477725},
        });
        assertThat(engine.state().preemptions()).isEqualTo(1);
    }

    @Test
    void draftsAreCappedByTheMethodTheAnswerAndTheBudget() {
        DraftVerifier ten = new SpeculationParameters(12, 10, 0, ALL, DraftCost.NONE).drafter(new SeededRandom(1));

        assertThat(ten.drafts(1000, 1000)).isEqualTo(10);
        assertThat(ten.drafts(4, 1000)).isEqualTo(3);
        assertThat(ten.drafts(1000, 6)).isEqualTo(5);
        assertThat(ten.drafts(1, 1000)).isZero();
        assertThat(SpeculationParameters.none().drafter(new SeededRandom(1)).drafts(1000, 1000))
                .isZero();
    }

    /** Of 0.5, 0.25, 0.125, 0.0625 three are at least 0.1; of 0.05 none is. */
    @Test
    void draftsThatAreTooUnlikelyAreNotMade() {
        assertThat(drafts(new Geometric(0.5, 0))).isEqualTo(3);
        assertThat(drafts(new Geometric(0.05, 0))).isZero();
        assertThat(drafts(new PerPosition(List.of(0.7, 0.1)))).isEqualTo(2);
        assertThat(drafts(ALL)).isEqualTo(10);
    }

    private static int drafts(DraftAcceptance acceptance) {
        return new SpeculationParameters(12, 10, 0.1, acceptance, DraftCost.NONE)
                .drafter(new SeededRandom(1))
                .drafts(1000, 1000);
    }

    @Test
    void makingDraftsCostsPerStepPerDepthAndPerToken() {
        DraftCost cost = new DraftCost(0.1, 0.01, 0.001);
        StepWork load = StepWork.NONE.plusDecode(50, 4).plusDecode(60, 3).plusPrefill(0, 100, 1);

        assertThat(load.draftTokens()).isEqualTo(5);
        assertThat(load.deepestDraft()).isEqualTo(3);
        assertThat(cost.seconds(load)).isCloseTo(0.1 + 0.03 + 0.005, within(1e-12));
    }

    @Test
    void perPositionSharesAreReachedAsVllmCountsThem() {
        List<Double> shares = List.of(0.72, 0.48, 0.31);
        Engine engine =
                engine(4096, 64, 2048, new SpeculationParameters(3, 3, 0, new PerPosition(shares), DraftCost.NONE));

        EngineScenarios.all(engine, requests(300, 200));

        SpeculationCounts counts = engine.state().speculation();
        for (int position = 0; position < 3; position++) {
            double share = (double) counts.acceptedPerPosition().get(position) / counts.drafts();
            assertThat(share).isCloseTo(shares.get(position), within(0.015));
        }
    }

    @Test
    void acceptancePerRequestSpreadsAroundItsMean() {
        // E of the first position = the mean; of the first two = mean^2 + variance, variance = m(1-m)/(concentration+1)
        List<DraftVerifier> drafters = IntStream.range(0, 20_000)
                .mapToObj(i -> new Geometric(0.7, 3).of(new SeededRandom(i)))
                .toList();
        double two = drafters.stream().filter(it -> it.accepted(2) == 2).count() / 20_000.0;
        double one = drafters.stream().filter(it -> it.accepted(1) == 1).count() / 20_000.0;
        assertThat(one).isCloseTo(0.7, within(0.012));
        assertThat(two).isCloseTo(0.49 + 0.21 / 4, within(0.012));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void noTokenIsLostOrMadeUp(long seed) {
        SpeculationParameters some =
                new SpeculationParameters(5, 4, 0, new Geometric(0.6, 4), new DraftCost(1e-3, 1e-4, 1e-5));
        Engine engine = new Engine(new EngineConfig(128, 6, 60, 16, true, COST, 0, seed).with(some));
        List<EngineRequest> requests = EngineScenarios.random(80, seed);

        List<StepResult> steps = EngineScenarios.all(engine, requests);

        Map<String, Integer> emitted = new HashMap<>();
        steps.forEach(step -> step.progress().forEach(it -> emitted.merge(it.id(), it.newTokens(), Integer::sum)));
        assertThat(requests).allSatisfy(it -> assertThat(emitted).containsEntry(it.id(), it.outputTokens()));
        assertThat(steps).allSatisfy(step -> assertThat(step.load().tokens()).isBetween(1L, 128L));
        SpeculationCounts counts = engine.state().speculation();
        assertThat(counts.draftTokens())
                .isEqualTo(
                        steps.stream().mapToLong(it -> it.load().draftTokens()).sum());
        assertThat(counts.acceptedPerPosition().stream().mapToLong(it -> it).sum())
                .isEqualTo(counts.acceptedTokens());
        assertThat(counts.acceptedPerPosition()).hasSize(5);
        assertThat(counts.acceptedPerPosition().get(4)).isZero();
        long chunks = steps.stream().mapToLong(it -> it.progress().size()).sum();
        assertThat(engine.state().generatedTokens()).isEqualTo(chunks + counts.acceptedTokens());
        assertThat(engine.state().kvUsage()).isZero();
        assertThat(engine.state().preemptions()).isPositive();
    }

    @Test
    void moreAcceptanceNeverTakesLonger() {
        double[] seconds = new double[4];
        double[] means = {0.0, 0.3, 0.6, 0.9};
        for (int i = 0; i < means.length; i++) {
            SpeculationParameters some = new SpeculationParameters(3, 3, 0, new Geometric(means[i], 0), DraftCost.NONE);
            List<StepResult> steps = EngineScenarios.all(engine(4096, 16, 2048, some), requests(64, 100));
            seconds[i] = steps.get(steps.size() - 1).endNanos() / 1e9;
        }

        assertThat(seconds[0]).isGreaterThan(seconds[1]);
        assertThat(seconds[1]).isGreaterThan(seconds[2]);
        assertThat(seconds[2]).isGreaterThan(seconds[3]);
    }

    @Test
    void sharesThatGrowWithDepthAreRefused() {
        assertThatThrownBy(() -> new PerPosition(List.of(0.5, 0.6)))
                .hasMessage("acceptance per position must be in 0..1 and never grow but was [0.5, 0.6]");
        assertThatThrownBy(() -> new Geometric(1.1, 0)).hasMessage("acceptance must be in 0..1 but was 1.1");
    }

    private static Engine engine(
            int kvBlocks, int maxNumSeqs, int maxNumBatchedTokens, SpeculationParameters speculation) {
        return new Engine(
                new EngineConfig(maxNumBatchedTokens, maxNumSeqs, kvBlocks, 16, true, COST, 0, 1).with(speculation));
    }

    private static List<EngineRequest> requests(int count, int outputTokens) {
        return IntStream.range(0, count)
                .mapToObj(i -> new EngineRequest("r" + i, 20, outputTokens, BlockHashes.none()))
                .toList();
    }

    private static RequestArrival arrival(int i, long atMillis, int promptTokens, int outputTokens) {
        return new RequestArrival(
                atMillis * 1_000_000,
                new EngineRequest(String.valueOf(i), promptTokens, outputTokens, BlockHashes.none()));
    }

    private static void assertTimes(List<RequestTimings> outcomes, double[][] expected) {
        assertThat(outcomes).hasSize(expected.length);
        for (int i = 0; i < expected.length; i++) {
            assertThat(outcomes.get(i).firstTokenNanos() / 1e9).isCloseTo(expected[i][0], within(1e-6));
            assertThat(outcomes.get(i).lastTokenNanos() / 1e9).isCloseTo(expected[i][1], within(1e-6));
        }
    }
}
