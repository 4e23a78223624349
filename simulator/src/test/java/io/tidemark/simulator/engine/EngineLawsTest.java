package io.tidemark.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.simulator.engine.cost.StepCost;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds whatever the workload: random requests, random prefixes, random aborts, a cache that is too small. */
class EngineLawsTest {
    private static final StepCost COST = new StepCost(1e-3, 2e-5, 0, 6.5e-3, 8e-5, 1e-5, 1e-7, 2e-9, 0.05, 0);
    private static final int KV_BLOCKS = 60;

    private static final int REQUESTS = 80;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void everyRequestGetsExactlyItsTokens(long seed) {
        Map<String, Integer> emitted = new HashMap<>();

        List<EngineRequest> requests = requests(seed);
        for (StepResult step : play(engine(seed), requests)) {
            step.progress().forEach(it -> emitted.merge(it.id(), it.newTokens(), Integer::sum));
        }

        assertThat(requests).allSatisfy(it -> assertThat(emitted.get(it.id())).isEqualTo(it.outputTokens()));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void noStepExceedsItsBudgetItsSlotsOrTheCache(long seed) {
        Engine engine = engine(seed);
        requests(seed).forEach(engine::submit);

        long nowNanos = 0;
        while (engine.hasWork()) {
            StepResult step = engine.step(nowNanos);
            nowNanos = step.endNanos();
            EngineState state = engine.state();
            assertThat(step.load().tokens()).isBetween(1L, 128L);
            assertThat(step.load().sequences()).isLessThanOrEqualTo(6);
            assertThat(state.running()).isLessThanOrEqualTo(6);
            assertThat(state.kvUsage()).isBetween(0.0, 1.0);
        }
        assertThat(engine.state().kvUsage()).isZero();
        assertThat(engine.state().preemptions()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void sameSeedSameEvents(long seed) {
        assertThat(play(engine(seed), requests(seed))).isEqualTo(play(engine(seed), requests(seed)));
    }

    @Test
    void anotherSeedGivesOtherStepTimes() {
        assertThat(play(engine(1), requests(7))).isNotEqualTo(play(engine(2), requests(7)));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void firstTokensComeInTheOrderOfArrival(long seed) {
        Engine roomy = new Engine(new EngineConfig(128, 6, 4096, 16, false, COST, 0, seed));

        List<String> firstTokens = play(roomy, requests(seed)).stream()
                .flatMap(step -> step.progress().stream())
                .filter(RequestProgress::first)
                .map(RequestProgress::id)
                .toList();

        assertThat(firstTokens)
                .isEqualTo(requests(seed).stream().map(EngineRequest::id).toList());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void abortedRequestsLeaveNothingBehind(long seed) {
        Engine engine = engine(seed);
        List<EngineRequest> requests = requests(seed);
        requests.forEach(engine::submit);
        SplittableRandom random = new SplittableRandom(seed);

        long nowNanos = 0;
        while (engine.hasWork()) {
            nowNanos = engine.step(nowNanos).endNanos();
            engine.abort(requests.get(random.nextInt(REQUESTS)).id());
        }

        EngineState end = engine.state();
        assertThat(end.kvUsage()).isZero();
        assertThat(end.running() + end.waiting()).isZero();
    }

    @Test
    void anAbortFreesItsSlotForTheNextStep() {
        Engine engine = new Engine(new EngineConfig(128, 1, KV_BLOCKS, 16, true, COST, 0, 1));
        engine.submit(new EngineRequest("a", 20, 50, BlockHashes.none()));
        engine.submit(new EngineRequest("b", 20, 50, BlockHashes.none()));
        engine.step(0);

        assertThat(engine.abort("a")).isTrue();

        assertThat(engine.step(10).progress()).extracting(RequestProgress::id).containsExactly("b");
        assertThat(engine.abort("a")).isFalse();
    }

    @Test
    void theFirstStepTakesTheWarmUpLonger() {
        StepCost exact = new StepCost(0.010, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        Engine engine = new Engine(new EngineConfig(128, 1, KV_BLOCKS, 16, true, exact, 2.5, 1));
        engine.submit(new EngineRequest("a", 20, 2, BlockHashes.none()));

        assertThat(engine.step(0).durationNanos()).isEqualTo(2_510_000_000L);
        assertThat(engine.step(0).durationNanos()).isEqualTo(10_000_000L);
    }

    @Test
    void aRequestThatCanNeverFitIsRefused() {
        assertThatThrownBy(() -> engine(1).submit(new EngineRequest("big", 950, 11, BlockHashes.none())))
                .hasMessage("request big needs 961 KV tokens but the cache holds 960");
    }

    private static Engine engine(long seed) {
        return new Engine(new EngineConfig(128, 6, KV_BLOCKS, 16, true, COST, 0, seed));
    }

    private static List<StepResult> play(Engine engine, List<EngineRequest> requests) {
        requests.forEach(engine::submit);
        List<StepResult> steps = new ArrayList<>();
        long nowNanos = 0;
        while (engine.hasWork()) {
            StepResult step = engine.step(nowNanos);
            steps.add(step);
            nowNanos = step.endNanos();
        }
        return steps;
    }

    private static List<EngineRequest> requests(long seed) {
        return EngineScenarios.random(REQUESTS, seed);
    }
}
