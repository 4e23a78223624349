package io.tidemark.simulator.calibration;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.simulator.virtual.Figure;
import java.util.EnumMap;
import java.util.Map;

/**
 * One published measurement.
 *
 * @param study it is part of
 * @param name it has there
 * @param server vLLM's flags, over a profile
 * @param workload what was sent
 * @param throughputLimitPercent how far a simulated throughput may be off
 * @param published what was measured
 */
record Experiment(
        String study,
        String name,
        JsonNode server,
        BenchWorkload workload,
        double throughputLimitPercent,
        Map<Figure, Double> published) {
    Experiment {
        published = new EnumMap<>(published);
    }

    /** Whether its server drafts. */
    boolean drafts() {
        return server.has("speculative-config");
    }

    Experiment with(JsonNode otherServer) {
        return new Experiment(study, name, otherServer, workload, throughputLimitPercent, published);
    }
}
