package io.tidemark.simulator.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigLoader;
import io.tidemark.simulator.engine.Engine;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the demo rests on: the default profile breaks TTFT by queueing between 20 and 30 requests per second, the tuned one
 * holds 35 and breaks TPOT beyond 40. Poisson arrivals, prompts of 150-250 and answers of 24-40 tokens, in virtual time.
 */
class DemoProfilesTest {
    private static final double TTFT_LIMIT_MILLIS = 500;
    private static final double TPOT_LIMIT_MILLIS = 60;

    private final ServerConfigLoader configs = new ServerConfigLoader();

    @Test
    void anUnloadedServerAnswersInAThirdOfASecond() {
        LatencySummary idle = measure("demo-default", 0.5, 1);

        assertThat(idle.ttft().p50Millis()).isBetween(20.0, 40.0);
        assertThat(idle.e2e().p50Millis()).isBetween(250.0, 350.0);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void theDefaultHolds15AndQueuesFrom30(long seed) {
        assertThat(measure("demo-default", 15, seed).ttft().p95Millis()).isLessThan(TTFT_LIMIT_MILLIS);
        assertThat(measure("demo-default", 30, seed).ttft().p95Millis()).isGreaterThan(2 * TTFT_LIMIT_MILLIS);
        assertThat(measure("demo-default", 30, seed).tpot().p95Millis()).isLessThan(TPOT_LIMIT_MILLIS);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void theTunedHolds35AndThenItsStepsGrowTooLong(long seed) {
        assertThat(measure("demo-tuned", 35, seed).ttft().p95Millis()).isLessThan(TTFT_LIMIT_MILLIS);
        assertThat(measure("demo-tuned", 35, seed).tpot().p95Millis()).isLessThan(TPOT_LIMIT_MILLIS);
        assertThat(measure("demo-tuned", 50, seed).tpot().p95Millis()).isGreaterThan(TPOT_LIMIT_MILLIS);
    }

    @Test
    void tunedIsTheDefaultWithOtherFlagsOnly() {
        ServerConfig byDefault = configs.builtIn("demo-default");
        ServerConfig tuned = configs.builtIn("demo-tuned");

        assertThat(tuned.cost()).isEqualTo(byDefault.cost());
        assertThat(tuned)
                .usingRecursiveComparison()
                .ignoringFields("maxNumSeqs", "maxNumBatchedTokens")
                .isEqualTo(byDefault);
    }

    @Test
    void latencyGrowsWithTheRate() {
        List<Double> rates = List.of(15.0, 20.0, 25.0, 30.0, 35.0, 40.0, 45.0, 50.0);

        for (String profile : List.of("demo-default", "demo-tuned")) {
            List<LatencySummary> table =
                    rates.stream().map(rate -> measure(profile, rate, 1)).toList();
            assertThat(table).extracting(it -> it.ttft().p95Millis()).isSorted();
            assertThat(table).extracting(it -> it.e2e().p95Millis()).isSorted();
        }
    }

    private LatencySummary measure(String profile, double perSecond, long seed) {
        ServerConfig config = configs.parse("test", "{extends: " + profile + ", seed: " + seed + "}");
        PoissonWorkload workload =
                new PoissonWorkload(perSecond, 600, new TokenRange(150, 250), new TokenRange(24, 40));
        return LatencySummary.of(new EngineRun(new Engine(config.engine()), 0, step -> {})
                .play(workload.arrivals(new SplittableRandom(seed))));
    }
}
