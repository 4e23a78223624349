package io.tidemark.simulator.virtual;

import io.tidemark.simulator.engine.BlockChain;
import io.tidemark.simulator.engine.SimRequest;
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

    public List<Arrival> arrivals(RandomGenerator random) {
        List<Arrival> arrivals = new ArrayList<>(requests);
        double atSeconds = 0;
        for (int i = 0; i < requests; i++) {
            atSeconds += random.nextExponential() / perSecond;
            SimRequest request =
                    new SimRequest("r" + i, promptTokens.draw(random), outputTokens.draw(random), BlockChain.none());
            arrivals.add(new Arrival(Math.round(atSeconds * NANOS_PER_SECOND), request));
        }
        return arrivals;
    }
}
