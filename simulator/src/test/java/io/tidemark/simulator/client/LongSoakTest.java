package io.tidemark.simulator.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigLoader;
import io.tidemark.simulator.engine.Engine;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An hour of load in virtual time: nothing is lost, nothing drifts, and the same seed gives the same hour. */
@Tag("long")
class LongSoakTest {
    private static final int REQUESTS = 108_000;
    private static final double PER_SECOND = 30;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void anHourAt30RequestsPerSecondIsWholeAndRepeatable(long seed) {
        List<RequestTimings> hour = play(seed);

        assertThat(hour).hasSize(REQUESTS);
        assertThat(hour).allMatch(outcome -> outcome.ttftNanos() > 0 && outcome.e2eNanos() >= outcome.ttftNanos());
        assertThat(play(seed)).isEqualTo(hour);
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 5, 6})
    void theLastQuarterIsAsFastAsTheFirst(long seed) {
        List<RequestTimings> hour = play(seed);
        double first = p95TtftMillis(hour.subList(0, REQUESTS / 4));
        double last = p95TtftMillis(hour.subList(3 * REQUESTS / 4, REQUESTS));
        System.out.printf("seed %d: p95 TTFT %.1f ms in the first quarter, %.1f ms in the last%n", seed, first, last);
        assertThat(last).isBetween(0.9 * first, 1.1 * first);
    }

    private static double p95TtftMillis(List<RequestTimings> outcomes) {
        return LatencySummary.of(outcomes).ttft().p95Millis();
    }

    private static List<RequestTimings> play(long seed) {
        ServerConfig config = new ServerConfigLoader().parse("seeded", "extends: demo-tuned\nseed: " + seed);
        PoissonWorkload workload =
                new PoissonWorkload(PER_SECOND, REQUESTS, new TokenRange(150, 250), new TokenRange(24, 40));
        return new EngineRun(new Engine(config.engine()), 0, step -> {})
                .play(workload.arrivals(new SplittableRandom(seed)));
    }
}
