package io.tidemark.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.simulator.engine.cost.ColdStart;
import io.tidemark.simulator.engine.cost.StepCost;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Asynchronous scheduling, cold starts and KV blocks in host memory. */
class EngineFeaturesTest {
    private static final long MILLI = 1_000_000;

    @Test
    void asynchronousSchedulingHidesHostTimeBehindTheStepBefore() {
        StepCost smallHost = new StepCost(0.003, 0, 0, 0.010, 0, 0, 0, 0, 0, 0);

        assertThat(durationsMillis(smallHost, EngineFeatures.none())).containsExactly(13L, 13L, 13L);
        assertThat(durationsMillis(smallHost, EngineFeatures.none().asynchronous()))
                .containsExactly(13L, 10L, 10L);
    }

    @Test
    void hostTimeLongerThanTheStepBeforeStillShows() {
        StepCost largeHost = new StepCost(0.014, 0, 0, 0.010, 0, 0, 0, 0, 0, 0);

        assertThat(durationsMillis(largeHost, EngineFeatures.none().asynchronous()))
                .containsExactly(24L, 14L, 14L);
    }

    @Test
    void afterAPauseNothingWasPrepared() {
        StepCost cost = new StepCost(0.003, 0, 0, 0.010, 0, 0, 0, 0, 0, 0);
        Engine engine = engine(cost, EngineFeatures.none().asynchronous(), 64);
        engine.submit(new EngineRequest("a", 20, 3, BlockHashes.none()));

        assertThat(engine.step(0).durationNanos()).isEqualTo(13 * MILLI);
        assertThat(engine.step(50 * MILLI).durationNanos()).isEqualTo(13 * MILLI);
    }

    /** KV offload study: without anything warmed up the first request's TTFT was 10,979 ms, at 81.5 ms per step. */
    @Test
    void theFirstRequestAfterAColdStartTakesElevenSeconds() {
        StepCost floorBound = new StepCost(0, 0, 0.0815, 0, 2.7e-4, 0, 5e-8, 0, 0, 0.070);
        Engine engine = engine(floorBound, EngineFeatures.none().with(ColdStart.firstStep(10.85)), 6000);
        engine.submit(new EngineRequest("a", 64, 300, BlockHashes.none()));

        double ttftMillis = engine.step(0).durationNanos() / 1e6 + 70;

        assertThat(ttftMillis).isBetween(0.98 * 10_979, 1.02 * 10_979);
        assertThat(engine.step(engine.state().steps()).durationNanos()).isLessThan(82 * MILLI);
    }

    @Test
    void aColdStartFadesStepByStep() {
        StepCost cost = new StepCost(0, 0, 0, 0.010, 0, 0, 0, 0, 0, 0);
        ColdStart curve = new ColdStart(1, 3, 4);

        // 3, 2.5, 2, 1.5, 1 times 10 ms, and a second at first
        assertThat(durations(cost, EngineFeatures.none().with(curve), 5))
                .containsExactly(1_030 * MILLI, 25 * MILLI, 20 * MILLI, 15 * MILLI, 10 * MILLI);
    }

    @Test
    void evictedPrefixesComeBackFromTheHostForTheCostOfTheirCopies() {
        StepCost perToken = new StepCost(0, 0, 0, 0, 1e-3, 0, 0, 0, 0, 0);
        Engine engine = engine(perToken, EngineFeatures.none().with(new KvOffload(100, 2e-3, 0)), 20);
        answer(engine, "first", 0);
        answer(engine, "other", 1); // pushes the first one's blocks out
        engine.submit(conversation("again", 0));

        StepResult step = engine.step(0);

        // 160 tokens of prompt: 9 whole blocks found, of which the host held what the accelerator had evicted
        KvOffloadCounts counts = engine.state().offload();
        assertThat(counts.loadedBlocks()).isPositive().isEqualTo(counts.hitTokens() / 16);
        assertThat(step.progress().get(0).cachedTokens()).isEqualTo(144);
        assertThat(step.durationNanos()).isEqualTo((16 + 2 * counts.loadedBlocks()) * MILLI);
        assertThat(counts.storedBlocks()).isGreaterThanOrEqualTo(counts.loadedBlocks());
    }

    @Test
    void withoutAPoolEvictedPrefixesAreComputedAnew() {
        StepCost perToken = new StepCost(0, 0, 0, 0, 1e-3, 0, 0, 0, 0, 0);
        Engine engine = engine(perToken, EngineFeatures.none(), 20);
        answer(engine, "first", 0);
        answer(engine, "other", 1);
        engine.submit(conversation("again", 0));

        assertThat(engine.step(0).progress().get(0).cachedTokens()).isLessThan(144);
        assertThat(engine.state().offload()).isEqualTo(KvOffloadCounts.NONE);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void copiesAreCountedWholeAndThePoolNeverOverflows(long seed) {
        StepCost cost = new StepCost(1e-3, 2e-5, 0, 6.5e-3, 8e-5, 1e-5, 1e-7, 2e-9, 0.05, 0);
        Engine engine = new Engine(new EngineConfig(128, 6, 60, 16, true, cost, 0, seed)
                .with(EngineFeatures.none().with(new KvOffload(30, 1e-4, 1e-5))));
        List<EngineRequest> requests = EngineScenarios.random(80, seed);

        List<StepResult> steps = EngineScenarios.all(engine, requests);

        KvOffloadCounts counts = engine.state().offload();
        long emitted = steps.stream()
                .flatMap(it -> it.progress().stream())
                .mapToLong(RequestProgress::newTokens)
                .sum();
        assertThat(emitted)
                .isEqualTo(
                        requests.stream().mapToLong(EngineRequest::outputTokens).sum());
        assertThat(counts.heldBlocks()).isBetween(1, 30);
        assertThat(counts.loadedBlocks()).isPositive();
        assertThat(counts.hitTokens()).isLessThanOrEqualTo(counts.queriedTokens());
        assertThat(engine.state().prefixHitTokens() + counts.queriedTokens())
                .isEqualTo(engine.state().prefixQueryTokens());
        assertThat(engine.state().kvUsage()).isZero();
    }

    @Test
    void aPoolIsSizedByItsMemory() {
        // 62 GiB of blocks of 16 tokens of 28 KiB; 25 GB/s over PCIe
        KvOffload offload = KvOffload.of(62, 16 * 28 * 1024, 25e9);

        assertThat(offload.hostBlocks()).isEqualTo(145_115);
        assertThat(offload.loadSecondsPerBlock()).isEqualTo(458_752 / 25e9);
    }

    @Test
    void badValuesAreNamed() {
        assertThatThrownBy(() -> new ColdStart(0, 0.5, 1)).hasMessage("first-factor must be a number >= 1 but was 0.5");
        assertThatThrownBy(() -> new KvOffload(-1, 0, 0)).hasMessage("host blocks must be >= 0 but was -1");
    }

    private static List<Long> durationsMillis(StepCost cost, EngineFeatures features) {
        return durations(cost, features, 3).stream().map(it -> it / MILLI).toList();
    }

    private static List<Long> durations(StepCost cost, EngineFeatures features, int outputTokens) {
        return EngineScenarios.all(
                        engine(cost, features, 64),
                        List.of(new EngineRequest("a", 20, outputTokens, BlockHashes.none())))
                .stream()
                .map(StepResult::durationNanos)
                .toList();
    }

    private static Engine engine(StepCost cost, EngineFeatures features, int kvBlocks) {
        return new Engine(new EngineConfig(2048, 8, kvBlocks, 16, true, cost, 0, 1).with(features));
    }

    private static void answer(Engine engine, String id, int conversation) {
        engine.submit(conversation(id, conversation));
        while (engine.hasWork()) {
            engine.step(0);
        }
    }

    /** 160 tokens of prompt in ten blocks, and answers that no prompt finds. */
    private static EngineRequest conversation(String id, int conversation) {
        long[] hashes = LongStream.range(0, 10)
                .map(block -> 100L * conversation + block)
                .toArray();
        return new EngineRequest(id, 160, 40, BlockHashes.ofHashes(hashes));
    }
}
