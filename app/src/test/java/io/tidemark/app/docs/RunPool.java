package io.tidemark.app.docs;

import io.tidemark.schemas.Metric;
import io.tidemark.simulator.client.BenchServeClient;
import io.tidemark.simulator.client.RequestArrival;
import io.tidemark.simulator.client.RequestTrace;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigLoader;
import io.tidemark.simulator.engine.BlockHashes;
import io.tidemark.simulator.engine.Engine;
import io.tidemark.simulator.engine.EngineRequest;
import io.tidemark.simulator.random.SeededRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Independent runs of one configuration, each as p50, p95 and p99 of its metrics, nanoseconds: what comparisons are drawn from.
 *
 * @param requests of each run
 * @param runs by run, then metric
 */
record RunPool(String data, int requests, List<Map<Metric, double[]>> runs) {
    /** Token counts drawn evenly from {@code least} to {@code most}, both included. */
    record Lengths(int least, int most) {}

    static final double[] QUANTILES = {0.5, 0.95, 0.99};
    static final int REQUESTS = 3_000;

    /** TTFT alone, lognormal: median 300 ms, sigma 0.8. */
    static RunPool lognormal(int runs) {
        return lognormal(runs, REQUESTS);
    }

    static RunPool lognormal(int runs, int requests) {
        return independent("lognormal", runs, requests, draws -> 300e6 * Math.exp(0.8 * draws.gaussian()));
    }

    /** As above, but each fiftieth request takes longer by a Pareto variable with shape 1.5: its variance is infinite. */
    static RunPool heavyTailed(int runs) {
        return independent(
                "lognormal, 2 % with Pareto tail",
                runs, REQUESTS, draws -> {
                    double usual = 300e6 * Math.exp(0.8 * draws.gaussian());
                    return draws.uniform() < 0.02 ? usual + 1e9 * Math.pow(1 - draws.uniform(), -1 / 1.5) : usual;
                });
    }

    /** TTFT, TPOT and E2E of a simulated server under Poisson load: requests depend on each other as in a real one. */
    static RunPool simulated(String data, String profile, double perSecond, Lengths prompt, Lengths output, int runs) {
        return new RunPool(
                data,
                REQUESTS,
                IntStream.range(0, runs)
                        .mapToObj(run -> simulatedRun(profile, perSecond, prompt, output, run + 1L))
                        .toList());
    }

    private static RunPool independent(String data, int runs, int requests, Function<SeededRandom, Double> nanos) {
        return new RunPool(
                data,
                requests,
                IntStream.range(0, runs)
                        .mapToObj(run -> {
                            SeededRandom draws = new SeededRandom(run + 1L);
                            return Map.of(
                                    Metric.TTFT,
                                    quantiles(DoubleStream.generate(() -> nanos.apply(draws))
                                            .limit(requests)));
                        })
                        .toList());
    }

    private static Map<Metric, double[]> simulatedRun(
            String profile, double perSecond, Lengths prompt, Lengths output, long seed) {
        ServerConfig config = new ServerConfigLoader().parse("study", "extends: " + profile + "\nseed: " + seed);
        SeededRandom draws = new SeededRandom(seed);
        List<RequestArrival> arrivals = new ArrayList<>();
        double atSeconds = 0;
        for (int request = 0; request < REQUESTS; request++) {
            atSeconds += draws.exponential() / perSecond;
            arrivals.add(new RequestArrival(
                    Math.round(atSeconds * 1e9),
                    new EngineRequest(
                            "r" + request,
                            draws.between(prompt.least(), prompt.most()),
                            draws.between(output.least(), output.most()),
                            BlockHashes.none())));
        }
        List<RequestTrace> traces =
                new BenchServeClient(new Engine(config.engine()), 0, Integer.MAX_VALUE).play(arrivals, 0);
        Map<Metric, double[]> metrics = new EnumMap<>(Metric.class);
        metrics.put(Metric.TTFT, quantiles(traces.stream().mapToDouble(RequestTrace::ttftNanos)));
        metrics.put(Metric.TPOT, quantiles(traces.stream().flatMapToDouble(it -> it.tpotNanos().stream())));
        metrics.put(Metric.E2E, quantiles(traces.stream().mapToDouble(it -> it.endNanos() - it.sentNanos())));
        return metrics;
    }

    /** Standard deviation of a quantile's logarithm over the runs, of the metric that varies most. */
    double spread(int quantile) {
        return runs.get(0).keySet().stream()
                .mapToDouble(metric -> deviation(runs.stream()
                        .mapToDouble(run -> Math.log(run.get(metric)[quantile]))
                        .toArray()))
                .max()
                .orElseThrow();
    }

    private static double deviation(double[] values) {
        double mean = Arrays.stream(values).average().orElseThrow();
        double squares = Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();
        return Math.sqrt(squares / (values.length - 1));
    }

    private static double[] quantiles(DoubleStream nanos) {
        double[] sorted = nanos.sorted().toArray();
        return Arrays.stream(QUANTILES)
                .map(quantile -> sorted[(int) Math.ceil(quantile * sorted.length) - 1])
                .toArray();
    }
}
