package io.tidemark.simulator.virtual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigs;
import io.tidemark.simulator.engine.BlockChain;
import io.tidemark.simulator.engine.Engine;
import io.tidemark.simulator.engine.SimRequest;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A profile against figures that were measured and published for the set-up it describes (vLLM 0.14.0, RTX 5070). */
class PublishedFiguresTest {
    private static final int THROUGHPUT_BAND_PERCENT = 5;
    private static final int MEAN_TTFT_BAND_PERCENT = 15;

    @Test
    void aBurstOf50RequestsOf128And256Tokens() {
        List<Outcome> outcomes = burst(50, 128, 256);

        assertThat(outputTokensPerSecond(outcomes)).isCloseTo(503.3, withinPercentage(THROUGHPUT_BAND_PERCENT));
        assertThat(meanTtftMillis(outcomes)).isCloseTo(1231, withinPercentage(MEAN_TTFT_BAND_PERCENT));
    }

    @Test
    void aBurstOf100RequestsWaitsAWholeWaveForTheLast36() {
        List<Outcome> outcomes = burst(100, 512, 512);

        assertThat(outputTokensPerSecond(outcomes)).isCloseTo(481.3, withinPercentage(THROUGHPUT_BAND_PERCENT));
        assertThat(meanTtftMillis(outcomes)).isCloseTo(22_852, withinPercentage(MEAN_TTFT_BAND_PERCENT));
    }

    private static List<Outcome> burst(int requests, int promptTokens, int outputTokens) {
        ServerConfig config = new ServerConfigs().builtIn("qwen2.5-7b-awq-rtx5070");
        List<Arrival> arrivals = IntStream.range(0, requests)
                .mapToObj(i -> new Arrival(0, new SimRequest("r" + i, promptTokens, outputTokens, BlockChain.none())))
                .toList();
        long frontNanos = Math.round(config.cost().frontSeconds() * 1e9);
        return new VirtualRun(new Engine(config.engine()), frontNanos, step -> {}).play(arrivals);
    }

    private static double outputTokensPerSecond(List<Outcome> outcomes) {
        long tokens = outcomes.stream().mapToLong(Outcome::outputTokens).sum();
        long endNanos =
                outcomes.stream().mapToLong(Outcome::lastTokenNanos).max().orElseThrow();
        return tokens / (endNanos / 1e9);
    }

    private static double meanTtftMillis(List<Outcome> outcomes) {
        return outcomes.stream().mapToLong(Outcome::ttftNanos).average().orElseThrow() / 1e6;
    }
}
