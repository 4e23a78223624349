package io.tidemark.simulator.calibration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.simulator.client.BenchServeClient;
import io.tidemark.simulator.client.BenchServeMetric;
import io.tidemark.simulator.client.BenchServeSummary;
import io.tidemark.simulator.client.RequestArrival;
import io.tidemark.simulator.client.RequestTrace;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigLoader;
import io.tidemark.simulator.config.StrictYaml;
import io.tidemark.simulator.engine.EngineRequest;
import io.tidemark.simulator.random.SeededRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A published sweep of request rates over several configurations of one server: each configuration lives through all rates,
 * with a pause between them in which the prefix cache stays as it is.
 *
 * @param name of the study
 * @param server flags that all configurations have
 * @param rates requests per second, in the order in which they are run
 * @param pauseSeconds between two rates
 * @param slo what a rate must hold
 * @param workload of one rate
 * @param configurations what differs
 */
record PublishedRateSweep(
        String name,
        JsonNode server,
        List<Double> rates,
        double pauseSeconds,
        Slo slo,
        ConversationWorkload workload,
        List<Configuration> configurations) {
    private static final String FILE = "/io/tidemark/simulator/calibration/h200-tuning-plan.yaml";
    private static final double NANOS_PER_SECOND = 1e9;

    /** Both below. */
    record Slo(double p99TtftMs, double p99TpotMs) {
        boolean holds(Map<BenchServeMetric, Double> figures) {
            return figures.getOrDefault(BenchServeMetric.P99_TTFT, Double.NaN) < p99TtftMs
                    && figures.getOrDefault(BenchServeMetric.P99_TPOT, Double.NaN) < p99TpotMs;
        }
    }

    /**
     * @param kvGib what vLLM said that the KV cache takes
     * @param published figures by rate
     */
    record Configuration(String name, JsonNode server, double kvGib, Map<Double, Map<String, Double>> published) {
        Configuration with(JsonNode otherServer) {
            return new Configuration(name, otherServer, kvGib, published);
        }
    }

    static PublishedRateSweep read() {
        StrictYaml yaml = new StrictYaml();
        return yaml.bind(FILE, "", yaml.resource(FILE), PublishedRateSweep.class);
    }

    /** The same without the rates above {@code mostPerSecond}. */
    PublishedRateSweep upTo(double mostPerSecond) {
        List<Double> fewer =
                rates.stream().filter(rate -> rate <= mostPerSecond).toList();
        return new PublishedRateSweep(name, server, fewer, pauseSeconds, slo, workload, configurations);
    }

    PublishedRateSweep with(List<Configuration> others) {
        return new PublishedRateSweep(name, server, rates, pauseSeconds, slo, workload, others);
    }

    /** Figures by rate, of one life of a server; the requests are the same at each rate, and come in the same pattern. */
    Map<Double, Map<BenchServeMetric, Double>> sweep(Configuration configuration, long seed) {
        BenchServeClient run = BenchmarkReplay.against(server(configuration, seed), Integer.MAX_VALUE);
        Map<Double, Map<BenchServeMetric, Double>> figures = new LinkedHashMap<>();
        for (double rate : rates) {
            long startNanos = run.nowNanos() + Math.round(pauseSeconds * NANOS_PER_SECOND);
            List<RequestArrival> arrivals = arrivals(figures.size(), rate, seed, new SeededRandom(3 * seed + 2));
            figures.put(rate, BenchServeSummary.of(run.play(arrivals, startNanos), startNanos));
        }
        return figures;
    }

    /**
     * Figures of many rounds without a pause, the first left out: there the server is still filling up, and a run of one
     * round is over before it is full.
     */
    Map<BenchServeMetric, Double> sustained(Configuration configuration, double rate, int rounds, long seed) {
        BenchServeClient run = BenchmarkReplay.against(server(configuration, seed), Integer.MAX_VALUE);
        SeededRandom pattern = new SeededRandom(3 * seed + 2);
        List<RequestArrival> arrivals = new ArrayList<>();
        for (int round = 0; round <= rounds; round++) {
            long startNanos = Math.round(round * workload.requests() / rate * NANOS_PER_SECOND);
            arrivals(round, rate, seed, pattern).stream()
                    .map(it -> new RequestArrival(startNanos + it.atNanos(), it.request()))
                    .forEach(arrivals::add);
        }
        long firstEndNanos = Math.round(workload.requests() / rate * NANOS_PER_SECOND);
        List<RequestTrace> traces = run.play(arrivals, 0).stream()
                .filter(it -> it.sentNanos() > firstEndNanos)
                .toList();
        return BenchServeSummary.of(traces, firstEndNanos);
    }

    ServerConfig server(Configuration configuration, long seed) {
        ObjectNode tree = flags(configuration);
        tree.put("seed", seed);
        return new ServerConfigLoader().parse(name + ", " + configuration.name(), new StrictYaml().write(tree));
    }

    /** All flags of a configuration, the common ones too. */
    ObjectNode flags(Configuration configuration) {
        ObjectNode tree = new StrictYaml().empty();
        StrictYaml.overlay((ObjectNode) server, tree);
        StrictYaml.overlay((ObjectNode) configuration.server(), tree);
        return tree;
    }

    private List<RequestArrival> arrivals(int round, double rate, long seed, SeededRandom pattern) {
        List<EngineRequest> requests = workload.round(seed, round);
        long[] atNanos = pattern.arrivalsNanos(requests.size(), rate);
        List<RequestArrival> arrivals = new ArrayList<>();
        for (int i = 0; i < atNanos.length; i++) {
            arrivals.add(new RequestArrival(atNanos[i], requests.get(i)));
        }
        return arrivals;
    }
}
