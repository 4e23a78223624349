package io.tidemark.simulator.calibration;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigs;
import io.tidemark.simulator.config.StrictYaml;
import io.tidemark.simulator.engine.Engine;
import io.tidemark.simulator.virtual.BenchFigures;
import io.tidemark.simulator.virtual.BenchRun;
import io.tidemark.simulator.virtual.Draws;
import io.tidemark.simulator.virtual.Figure;
import java.util.Map;

/** Plays an experiment's load to its server in virtual time. */
final class Replay {
    private static final double NANOS_PER_SECOND = 1e9;

    private final StrictYaml yaml = new StrictYaml();
    private final ServerConfigs configs = new ServerConfigs();

    /** @param seed of the workload and of the engine's noise */
    Map<Figure, Double> figures(Experiment experiment, long seed) {
        BenchRun run = run(experiment, seed);
        return BenchFigures.of(run.play(experiment.workload().arrivals(new Draws(seed)), 0), 0);
    }

    ServerConfig server(Experiment experiment, long seed) {
        ObjectNode tree = yaml.empty();
        StrictYaml.lay((ObjectNode) experiment.server(), tree);
        tree.put("seed", seed);
        return configs.parse(experiment.study() + ", " + experiment.name(), yaml.write(tree));
    }

    private BenchRun run(Experiment experiment, long seed) {
        return against(server(experiment, seed), experiment.workload().maxConcurrency());
    }

    static BenchRun against(ServerConfig server, int maxConcurrency) {
        long frontNanos = Math.round(server.cost().frontSeconds() * NANOS_PER_SECOND);
        return new BenchRun(new Engine(server.engine()), frontNanos, maxConcurrency);
    }
}
