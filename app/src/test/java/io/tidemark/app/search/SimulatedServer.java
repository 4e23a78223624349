package io.tidemark.app.search;

import io.tidemark.analysis.search.ProbeRules;
import io.tidemark.analysis.search.SearchRange;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigLoader;
import java.util.List;

/**
 * A profile, a workload and two objectives on it, whose capacity is searched for.
 *
 * @param quantile of both objectives
 */
record SimulatedServer(
        String profile,
        EngineClient.Workload workload,
        double quantile,
        double ttftSeconds,
        double tpotSeconds,
        boolean inFlight,
        SearchRange range) {
    List<Double> limits() {
        return List.of(1 - quantile, 1 - quantile);
    }

    EngineClient client(long seed) {
        return new EngineClient(config(), workload, seed);
    }

    ServerConfig config() {
        return new ServerConfigLoader().builtIn(profile);
    }

    EngineClient.Offer at(double load) {
        return new EngineClient.Offer(inFlight, load);
    }

    /** Of each objective's limit. */
    double[] used(double ttft, double tpot) {
        return new double[] {ttft / ttftSeconds, tpot / tpotSeconds};
    }

    ProbeRules rules() {
        return new ProbeRules(limits(), inFlight ? 0.1 : 1, 360);
    }
}
