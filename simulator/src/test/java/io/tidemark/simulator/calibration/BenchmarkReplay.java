package io.tidemark.simulator.calibration;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.simulator.client.BenchServeClient;
import io.tidemark.simulator.client.BenchServeMetric;
import io.tidemark.simulator.client.BenchServeSummary;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigLoader;
import io.tidemark.simulator.config.StrictYaml;
import io.tidemark.simulator.engine.Engine;
import io.tidemark.simulator.random.SeededRandom;
import java.util.Map;

/** Plays an experiment's load to its server in virtual time. */
final class BenchmarkReplay {
    private static final double NANOS_PER_SECOND = 1e9;

    private final StrictYaml yaml = new StrictYaml();
    private final ServerConfigLoader configs = new ServerConfigLoader();

    /** @param seed of the workload and of the engine's noise */
    Map<BenchServeMetric, Double> figures(PublishedBenchmark experiment, long seed) {
        BenchServeClient run = run(experiment, seed);
        return BenchServeSummary.of(run.play(experiment.workload().arrivals(new SeededRandom(seed)), 0), 0);
    }

    ServerConfig server(PublishedBenchmark experiment, long seed) {
        ObjectNode tree = yaml.empty();
        StrictYaml.overlay((ObjectNode) experiment.server(), tree);
        tree.put("seed", seed);
        return configs.parse(experiment.study() + ", " + experiment.name(), yaml.write(tree));
    }

    private BenchServeClient run(PublishedBenchmark experiment, long seed) {
        return against(server(experiment, seed), experiment.workload().maxConcurrency());
    }

    static BenchServeClient against(ServerConfig server, int maxConcurrency) {
        long frontNanos = Math.round(server.cost().frontSeconds() * NANOS_PER_SECOND);
        return new BenchServeClient(new Engine(server.engine()), frontNanos, maxConcurrency);
    }
}
