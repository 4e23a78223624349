package io.tidemark.simulator.calibration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigs;
import io.tidemark.simulator.config.StrictYaml;
import io.tidemark.simulator.engine.SimRequest;
import io.tidemark.simulator.virtual.Arrival;
import io.tidemark.simulator.virtual.BenchFigures;
import io.tidemark.simulator.virtual.BenchRun;
import io.tidemark.simulator.virtual.Draws;
import io.tidemark.simulator.virtual.Figure;
import io.tidemark.simulator.virtual.RequestTrace;
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
record TuningPlan(
        String name,
        JsonNode server,
        List<Double> rates,
        double pauseSeconds,
        Slo slo,
        Conversations workload,
        List<Configuration> configurations) {
    private static final String FILE = "/io/tidemark/simulator/calibration/h200-tuning-plan.yaml";
    private static final double NANOS_PER_SECOND = 1e9;

    /** Both below. */
    record Slo(double p99TtftMs, double p99TpotMs) {
        boolean holds(Map<Figure, Double> figures) {
            return figures.getOrDefault(Figure.P99_TTFT, Double.NaN) < p99TtftMs
                    && figures.getOrDefault(Figure.P99_TPOT, Double.NaN) < p99TpotMs;
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

    static TuningPlan read() {
        StrictYaml yaml = new StrictYaml();
        return yaml.bind(FILE, "", yaml.resource(FILE), TuningPlan.class);
    }

    /** The same without the rates above {@code mostPerSecond}. */
    TuningPlan upTo(double mostPerSecond) {
        List<Double> fewer =
                rates.stream().filter(rate -> rate <= mostPerSecond).toList();
        return new TuningPlan(name, server, fewer, pauseSeconds, slo, workload, configurations);
    }

    TuningPlan with(List<Configuration> others) {
        return new TuningPlan(name, server, rates, pauseSeconds, slo, workload, others);
    }

    /** Figures by rate, of one life of a server; the requests are the same at each rate, and come in the same pattern. */
    Map<Double, Map<Figure, Double>> sweep(Configuration configuration, long seed) {
        BenchRun run = Replay.against(server(configuration, seed), Integer.MAX_VALUE);
        Map<Double, Map<Figure, Double>> figures = new LinkedHashMap<>();
        for (double rate : rates) {
            long startNanos = run.nowNanos() + Math.round(pauseSeconds * NANOS_PER_SECOND);
            List<Arrival> arrivals = arrivals(figures.size(), rate, seed, new Draws(3 * seed + 2));
            figures.put(rate, BenchFigures.of(run.play(arrivals, startNanos), startNanos));
        }
        return figures;
    }

    /**
     * Figures of many rounds without a pause, the first left out: there the server is still filling up, and a run of one
     * round is over before it is full.
     */
    Map<Figure, Double> sustained(Configuration configuration, double rate, int rounds, long seed) {
        BenchRun run = Replay.against(server(configuration, seed), Integer.MAX_VALUE);
        Draws pattern = new Draws(3 * seed + 2);
        List<Arrival> arrivals = new ArrayList<>();
        for (int round = 0; round <= rounds; round++) {
            long startNanos = Math.round(round * workload.requests() / rate * NANOS_PER_SECOND);
            arrivals(round, rate, seed, pattern).stream()
                    .map(it -> new Arrival(startNanos + it.atNanos(), it.request()))
                    .forEach(arrivals::add);
        }
        long firstEndNanos = Math.round(workload.requests() / rate * NANOS_PER_SECOND);
        List<RequestTrace> traces = run.play(arrivals, 0).stream()
                .filter(it -> it.sentNanos() > firstEndNanos)
                .toList();
        return BenchFigures.of(traces, firstEndNanos);
    }

    ServerConfig server(Configuration configuration, long seed) {
        ObjectNode tree = flags(configuration);
        tree.put("seed", seed);
        return new ServerConfigs().parse(name + ", " + configuration.name(), new StrictYaml().write(tree));
    }

    /** All flags of a configuration, the common ones too. */
    ObjectNode flags(Configuration configuration) {
        ObjectNode tree = new StrictYaml().empty();
        StrictYaml.lay((ObjectNode) server, tree);
        StrictYaml.lay((ObjectNode) configuration.server(), tree);
        return tree;
    }

    private List<Arrival> arrivals(int round, double rate, long seed, Draws pattern) {
        List<SimRequest> requests = workload.round(seed, round);
        long[] atNanos = pattern.arrivalsNanos(requests.size(), rate);
        List<Arrival> arrivals = new ArrayList<>();
        for (int i = 0; i < atNanos.length; i++) {
            arrivals.add(new Arrival(atNanos[i], requests.get(i)));
        }
        return arrivals;
    }
}
