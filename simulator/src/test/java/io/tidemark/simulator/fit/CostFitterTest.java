package io.tidemark.simulator.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.simulator.client.BenchServeClient;
import io.tidemark.simulator.client.BenchServeMetric;
import io.tidemark.simulator.client.BenchServeSummary;
import io.tidemark.simulator.client.RequestTrace;
import io.tidemark.simulator.config.Profile;
import io.tidemark.simulator.config.ProfileLoader;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigLoader;
import io.tidemark.simulator.engine.Engine;
import io.tidemark.simulator.engine.cost.StepCost;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Costs that are known generate results, and a fit that starts elsewhere finds them again. */
class CostFitterTest {
    private static final long FRONT_NANOS = 30_000_000;

    /** Other hardware than the generic profile's: slower memory, more FLOPS, a dearer cache. */
    private static final StepCost TRUTH =
            new StepCost(1e-3, 2e-5, 0, 1.6e-2, 5.0e-5, 1.6e-5, 1.6e-7, 2.8e-9, 0.02, FRONT_NANOS / 1e9);

    private static final ProfileFitter FROM_GENERIC = new ProfileFitter("generic", Map.of("max-num-seqs", "128"));

    @Test
    void knownCostsAreFoundAgain() {
        List<MeasuredBenchmark> sweep = Stream.of(
                        load(1, 60, 200), load(6, 150, 400), load(10, 200, 100), load(9, 150, 1600))
                .map(CostFitterTest::measure)
                .toList();

        CostFitResult fitted = FROM_GENERIC.to(sweep);
        Profile written = new ProfileLoader().parse("fitted.yaml", FROM_GENERIC.yaml(fitted, sweep));

        assertThat(fitted.residuals())
                .allSatisfy(it -> assertThat(it.afterPercent())
                        .as("%s, %s", it.source(), it.figure())
                        .isCloseTo(0, within(it.figure().kind() == BenchServeMetric.Kind.TAIL ? 10.0 : 4.0)));
        assertThat(fitted.terms())
                .filteredOn(FittedTerm::determined)
                .extracting(FittedTerm::term)
                .contains(CostTerm.WEIGHTS, CostTerm.PER_TOKEN, CostTerm.PER_KV_TOKEN, CostTerm.FRONT);
        assertThat(fitted.terms())
                .filteredOn(FittedTerm::determined)
                .allSatisfy(it -> assertThat(Math.log(it.seconds() / it.term().of(TRUTH)))
                        .as(it.toString())
                        .isCloseTo(0, within(3 * it.deviation() + 0.05)));
        assertThat(written.cost().weightsSeconds()).isEqualTo(fitted.cost().weightsSeconds());
        assertThat(written.sources())
                .last()
                .asString()
                .startsWith("cost: tidemark simulate fit, from generic, to at 1.0");
    }

    @Test
    void whatTheDataCannotTellIsSaidAndStays() {
        List<MeasuredBenchmark> idle = List.of(measure(load(0.2, 20, 40)));

        CostFitResult fitted = FROM_GENERIC.to(idle);

        assertThat(fitted.terms())
                .filteredOn(it -> !it.determined())
                .extracting(FittedTerm::term)
                .contains(CostTerm.PER_KV_TOKEN, CostTerm.PER_ATTENTION)
                .doesNotContain(CostTerm.WEIGHTS);
        assertThat(FROM_GENERIC.yaml(fitted, idle)).contains("the data does not tell ", "per-kv-token-seconds");
    }

    @Test
    void resultsWithCachesOfTwoTypesAreRefused() {
        MeasuredBenchmark one = new MeasuredBenchmark(
                "a.json", Map.of("kv-cache-dtype", "fp8"), List.of(), 1, Map.of(BenchServeMetric.MEAN_TPOT, 1.0));
        MeasuredBenchmark other =
                new MeasuredBenchmark("b.json", Map.of(), List.of(), 1, Map.of(BenchServeMetric.MEAN_TPOT, 1.0));

        assertThatThrownBy(() -> FROM_GENERIC.to(List.of(one, other)))
                .hasMessage("results of one fit must have one kv-cache-dtype but have bfloat16, fp8");
    }

    private static MeasuredBenchmark load(double rate, int requests, int promptTokens) {
        String text = """
                {"request_rate": %s, "completed": %d, "total_input_tokens": %d, "total_output_tokens": %d, "mean_ttft_ms": 1}
                """.formatted(rate, requests, requests * promptTokens, requests * 120);
        return new BenchResultReader().read("at " + rate, text).get(0);
    }

    /** What a server with the true costs shows. */
    private static MeasuredBenchmark measure(MeasuredBenchmark load) {
        ServerConfig server = new ServerConfigLoader()
                .parse("truth", "profile: generic\nmax-num-seqs: 128\nseed: 5")
                .withCost(TRUTH);
        BenchServeClient run = new BenchServeClient(new Engine(server.engine()), FRONT_NANOS, Integer.MAX_VALUE);
        List<RequestTrace> traces = run.play(load.arrivals(), 0);
        Map<BenchServeMetric, Double> figures = BenchServeSummary.of(traces, 0);
        return new MeasuredBenchmark(load.source(), load.flags(), load.arrivals(), load.maxConcurrency(), figures);
    }
}
