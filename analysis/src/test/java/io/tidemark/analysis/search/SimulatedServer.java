package io.tidemark.analysis.search;

import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigLoader;
import java.util.List;

/**
 * A server, a workload and two objectives on it, whose capacity is searched for.
 *
 * @param quantile of both objectives
 * @param speed of this start of it over what its configuration has: it gets so much less of the load
 */
public record SimulatedServer(
        ServerConfig config,
        EngineClient.Workload workload,
        double quantile,
        double ttftSeconds,
        double tpotSeconds,
        boolean inFlight,
        SearchRange range,
        double speed) {
    SimulatedServer(
            String profile,
            EngineClient.Workload workload,
            double quantile,
            double ttftSeconds,
            double tpotSeconds,
            boolean inFlight,
            SearchRange range) {
        this(
                new ServerConfigLoader().builtIn(profile),
                workload,
                quantile,
                ttftSeconds,
                tpotSeconds,
                inFlight,
                range,
                1);
    }

    List<Double> limits() {
        return List.of(1 - quantile, 1 - quantile);
    }

    EngineClient client(long seed) {
        return new EngineClient(config, workload, seed);
    }

    EngineClient.Offer at(double load) {
        return new EngineClient.Offer(inFlight, load / speed);
    }

    /** Of each objective's limit. */
    double[] used(double ttft, double tpot) {
        return new double[] {ttft / ttftSeconds, tpot / tpotSeconds};
    }

    ProbeRules rules() {
        return new ProbeRules(limits(), inFlight ? 0.1 : 1, 360);
    }
}
