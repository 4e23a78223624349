package io.tidemark.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.simulator.client.EngineRun;
import io.tidemark.simulator.client.RequestArrival;
import io.tidemark.simulator.client.RequestTimings;
import io.tidemark.simulator.engine.cost.StepCost;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a change of one setting must do, whatever the seed: 300 requests that come faster than one engine can answer. */
class EngineDirectionsTest {
    private static final StepCost COST = new StepCost(1e-3, 2e-5, 0, 6.5e-3, 8e-5, 1e-5, 4e-7, 2e-9, 0, 0);
    private static final EngineConfig PLENTY = new EngineConfig(2048, 64, 2_000, 16, true, COST, 0, 1);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void moreKvCacheIsNotWorse(long seed) {
        double before = Double.MAX_VALUE;
        for (int blocks : new int[] {150, 300, 600, 1_200, 2_400}) {
            Seen seen = play(new EngineConfig(2048, 64, blocks, 16, true, COST, 0, 1), 300, seed);
            assertThat(seen.seconds()).as("%d blocks", blocks).isLessThanOrEqualTo(before * 1.005);
            before = seen.seconds();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void fewerSlotsQueueLongerAndDecodeFaster(long seed) {
        Seen few = play(new EngineConfig(2048, 8, 2_000, 16, true, COST, 0, 1), 300, seed);
        Seen many = play(PLENTY, 300, seed);

        assertThat(few.ttftSeconds()).isGreaterThan(many.ttftSeconds());
        assertThat(few.tpotSeconds()).isLessThan(many.tpotSeconds());
        assertThat(few.seconds()).isGreaterThan(many.seconds());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void aSmallerStepDelaysFirstTokensAndSmoothsTheOthers(long seed) {
        Seen small = play(new EngineConfig(256, 64, 2_000, 16, true, COST, 0, 1), 300, seed);
        Seen large = play(PLENTY, 300, seed);

        assertThat(small.longestStepSeconds()).isLessThan(large.longestStepSeconds());
        assertThat(small.ttftSeconds()).isGreaterThan(large.ttftSeconds());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void longerPromptsTakeLonger(long seed) {
        double before = 0;
        for (int promptTokens : new int[] {50, 200, 800, 3_200}) {
            Seen seen = play(PLENTY, promptTokens, seed);
            assertThat(seen.ttftSeconds()).isGreaterThan(before);
            before = seen.ttftSeconds();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void thePrefixCacheSavesPrefillWherePromptsShareTheirBeginning(long seed) {
        Seen with = play(PLENTY, 800, seed);
        Seen without = play(new EngineConfig(2048, 64, 2_000, 16, false, COST, 0, 1), 800, seed);

        assertThat(with.ttftSeconds()).isLessThan(without.ttftSeconds());
        assertThat(with.seconds()).isLessThan(without.seconds());
    }

    private record Seen(double ttftSeconds, double tpotSeconds, double seconds, double longestStepSeconds) {}

    /** Half of each prompt is that of one of eight families. */
    private static Seen play(EngineConfig config, int promptTokens, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<RequestArrival> arrivals = IntStream.range(0, 300)
                .mapToObj(i -> new RequestArrival(i * 15_000_000L, request(i, promptTokens, random)))
                .toList();
        double[] longest = new double[1];
        List<RequestTimings> outcomes = new EngineRun(
                        new Engine(config), 0, step -> longest[0] = Math.max(longest[0], step.durationNanos() / 1e9))
                .play(arrivals);
        return new Seen(
                mean(outcomes.stream().mapToDouble(RequestTimings::ttftNanos).toArray()),
                mean(outcomes.stream()
                        .mapToDouble(it -> it.tpotNanos().orElseThrow())
                        .toArray()),
                outcomes.stream()
                                .mapToLong(RequestTimings::lastTokenNanos)
                                .max()
                                .orElseThrow()
                        / 1e9,
                longest[0]);
    }

    private static double mean(double[] nanos) {
        double sum = 0;
        for (double value : nanos) {
            sum += value;
        }
        return sum / nanos.length / 1e9;
    }

    private static EngineRequest request(int i, int promptTokens, SplittableRandom random) {
        int prompt = promptTokens + random.nextInt(promptTokens / 2);
        int family = random.nextInt(8);
        int shared = promptTokens / 32;
        long[] hashes = LongStream.range(0, prompt / 16)
                .map(block -> block < shared ? family * 1_000L + block : 1_000_000L * (i + 1) + block)
                .toArray();
        return new EngineRequest(String.valueOf(i), prompt, random.nextInt(20, 120), BlockHashes.ofHashes(hashes));
    }
}
