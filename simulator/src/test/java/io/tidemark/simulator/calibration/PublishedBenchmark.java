package io.tidemark.simulator.calibration;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.simulator.client.BenchServeMetric;
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
record PublishedBenchmark(
        String study,
        String name,
        JsonNode server,
        RandomDatasetWorkload workload,
        double throughputLimitPercent,
        Map<BenchServeMetric, Double> published) {
    PublishedBenchmark {
        published = new EnumMap<>(published);
    }

    /** Whether its server drafts. */
    boolean drafts() {
        return server.has("speculative-config");
    }

    PublishedBenchmark with(JsonNode otherServer) {
        return new PublishedBenchmark(study, name, otherServer, workload, throughputLimitPercent, published);
    }
}
