package io.tidemark.simulator.client;

import io.tidemark.simulator.engine.BlockHashes;
import io.tidemark.simulator.engine.EngineRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Independent requests with unlike prompts that arrive as a Poisson process.
 *
 * @param perSecond mean rate of arrivals, above 0
 * @param requests how many
 * @param promptTokens lengths of prompts
 * @param outputTokens lengths of answers
 */
public record PoissonWorkload(double perSecond, int requests, TokenRange promptTokens, TokenRange outputTokens) {
    private static final double NANOS_PER_SECOND = 1e9;

    public PoissonWorkload {
        if (!(perSecond > 0)) {
            throw new IllegalArgumentException("the rate must be > 0 requests per second but was " + perSecond);
        }
    }

    public List<RequestArrival> arrivals(RandomGenerator random) {
        List<RequestArrival> arrivals = new ArrayList<>(requests);
        double atSeconds = 0;
        for (int i = 0; i < requests; i++) {
            atSeconds += random.nextExponential() / perSecond;
            EngineRequest request = new EngineRequest(
                    "r" + i, promptTokens.draw(random), outputTokens.draw(random), BlockHashes.none());
            arrivals.add(new RequestArrival(Math.round(atSeconds * NANOS_PER_SECOND), request));
        }
        return arrivals;
    }
}
