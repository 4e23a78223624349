package io.tidemark.simulator.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigLoader;
import io.tidemark.simulator.engine.BlockHashes;
import io.tidemark.simulator.engine.Engine;
import io.tidemark.simulator.engine.EngineRequest;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A profile against figures that were measured and published for the set-up it describes (vLLM 0.14.0, RTX 5070). */
class PublishedFiguresTest {
    private static final int THROUGHPUT_BAND_PERCENT = 5;
    private static final int MEAN_TTFT_BAND_PERCENT = 15;

    @Test
    void aBurstOf50RequestsOf128And256Tokens() {
        List<RequestTimings> outcomes = burst(50, 128, 256);

        assertThat(outputTokensPerSecond(outcomes)).isCloseTo(503.3, withinPercentage(THROUGHPUT_BAND_PERCENT));
        assertThat(meanTtftMillis(outcomes)).isCloseTo(1231, withinPercentage(MEAN_TTFT_BAND_PERCENT));
    }

    @Test
    void aBurstOf100RequestsWaitsAWholeWaveForTheLast36() {
        List<RequestTimings> outcomes = burst(100, 512, 512);

        assertThat(outputTokensPerSecond(outcomes)).isCloseTo(481.3, withinPercentage(THROUGHPUT_BAND_PERCENT));
        assertThat(meanTtftMillis(outcomes)).isCloseTo(22_852, withinPercentage(MEAN_TTFT_BAND_PERCENT));
    }

    private static List<RequestTimings> burst(int requests, int promptTokens, int outputTokens) {
        ServerConfig config = new ServerConfigLoader().builtIn("qwen2.5-7b-awq-rtx5070");
        List<RequestArrival> arrivals = IntStream.range(0, requests)
                .mapToObj(i -> new RequestArrival(
                        0, new EngineRequest("r" + i, promptTokens, outputTokens, BlockHashes.none())))
                .toList();
        long frontNanos = Math.round(config.cost().frontSeconds() * 1e9);
        return new EngineRun(new Engine(config.engine()), frontNanos, step -> {}).play(arrivals);
    }

    private static double outputTokensPerSecond(List<RequestTimings> outcomes) {
        long tokens = outcomes.stream().mapToLong(RequestTimings::outputTokens).sum();
        long endNanos = outcomes.stream()
                .mapToLong(RequestTimings::lastTokenNanos)
                .max()
                .orElseThrow();
        return tokens / (endNanos / 1e9);
    }

    private static double meanTtftMillis(List<RequestTimings> outcomes) {
        return outcomes.stream().mapToLong(RequestTimings::ttftNanos).average().orElseThrow() / 1e6;
    }
}
