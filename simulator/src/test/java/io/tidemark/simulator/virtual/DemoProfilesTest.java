package io.tidemark.simulator.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigs;
import io.tidemark.simulator.engine.BlockChain;
import io.tidemark.simulator.engine.Engine;
import io.tidemark.simulator.engine.SimRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the demo rests on: the default profile breaks TTFT by queueing between 20 and 30 requests per second, the tuned one
 * holds 35 and breaks TPOT beyond 40. Poisson arrivals, prompts of 150-250 and answers of 24-40 tokens, in virtual time.
 */
class DemoProfilesTest {
    private static final double TTFT_LIMIT_MILLIS = 250;
    private static final double TPOT_LIMIT_MILLIS = 50;

    private final ServerConfigs configs = new ServerConfigs();

    @Test
    void anUnloadedServerAnswersInAThirdOfASecond() {
        Latencies idle = measure("demo-default", 0.5, 1);

        assertThat(idle.ttftP50Millis()).isBetween(20.0, 40.0);
        assertThat(idle.e2eP50Millis()).isBetween(250.0, 350.0);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void theDefaultHolds15AndQueuesFrom30(long seed) {
        assertThat(measure("demo-default", 15, seed).ttftP95Millis()).isLessThan(TTFT_LIMIT_MILLIS);
        assertThat(measure("demo-default", 30, seed).ttftP95Millis()).isGreaterThan(2 * TTFT_LIMIT_MILLIS);
        assertThat(measure("demo-default", 30, seed).tpotP95Millis()).isLessThan(TPOT_LIMIT_MILLIS);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void theTunedHolds35AndThenItsStepsGrowTooLong(long seed) {
        assertThat(measure("demo-tuned", 35, seed).ttftP95Millis()).isLessThan(TTFT_LIMIT_MILLIS);
        assertThat(measure("demo-tuned", 35, seed).tpotP95Millis()).isLessThan(TPOT_LIMIT_MILLIS);
        assertThat(measure("demo-tuned", 50, seed).tpotP95Millis()).isGreaterThan(TPOT_LIMIT_MILLIS);
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
            List<Latencies> table =
                    rates.stream().map(rate -> measure(profile, rate, 1)).toList();
            assertThat(table).extracting(Latencies::ttftP95Millis).isSorted();
            assertThat(table).extracting(Latencies::e2eP95Millis).isSorted();
        }
    }

    private Latencies measure(String profile, double perSecond, long seed) {
        ServerConfig config = configs.builtIn(profile).withSeed(seed);
        return Latencies.of(new VirtualRun(new Engine(config.engine()), 0, step -> {})
                .play(poisson(perSecond, new SplittableRandom(seed))));
    }

    private static List<Arrival> poisson(double perSecond, SplittableRandom random) {
        List<Arrival> arrivals = new ArrayList<>();
        double atSeconds = 0;
        for (int i = 0; i < 600; i++) {
            atSeconds += random.nextExponential() / perSecond;
            SimRequest request =
                    new SimRequest("r" + i, random.nextInt(150, 251), random.nextInt(24, 41), BlockChain.none());
            arrivals.add(new Arrival(Math.round(atSeconds * 1e9), request));
        }
        return arrivals;
    }

    private record Latencies(
            double ttftP50Millis,
            double ttftP95Millis,
            double tpotP95Millis,
            double e2eP50Millis,
            double e2eP95Millis) {
        static Latencies of(List<Outcome> outcomes) {
            ToDoubleFunction<Outcome> tpot = it -> it.tpotNanos().orElseThrow();
            return new Latencies(
                    quantileMillis(outcomes, Outcome::ttftNanos, 0.50),
                    quantileMillis(outcomes, Outcome::ttftNanos, 0.95),
                    quantileMillis(outcomes, tpot, 0.95),
                    quantileMillis(outcomes, Outcome::e2eNanos, 0.50),
                    quantileMillis(outcomes, Outcome::e2eNanos, 0.95));
        }

        private static double quantileMillis(List<Outcome> outcomes, ToDoubleFunction<Outcome> nanos, double q) {
            double[] sorted = outcomes.stream().mapToDouble(nanos).sorted().toArray();
            return Arrays.stream(sorted)
                            .skip((long) (q * (sorted.length - 1)))
                            .findFirst()
                            .orElseThrow()
                    / 1e6;
        }
    }
}
