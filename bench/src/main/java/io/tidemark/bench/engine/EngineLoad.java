package io.tidemark.bench.engine;

import io.tidemark.simulator.client.PoissonWorkload;
import io.tidemark.simulator.client.TokenRange;

/**
 * Requests for a fleet of alike replicas.
 *
 * @param profile the server's built-in configuration
 * @param replicas as many as hold the rate
 * @param perSecond requests that arrive, all replicas together
 */
record EngineLoad(String profile, int replicas, int perSecond, TokenRange promptTokens, TokenRange outputTokens) {
    static EngineLoad llama(int replicas, int perSecond) {
        return new EngineLoad(
                "llama-70b-fp8-h200", replicas, perSecond, new TokenRange(500, 1_500), new TokenRange(300, 700));
    }

    static EngineLoad demo(int replicas, int perSecond) {
        return new EngineLoad("demo-tuned", replicas, perSecond, new TokenRange(150, 250), new TokenRange(24, 40));
    }

    PoissonWorkload requests(int seconds) {
        return new PoissonWorkload(perSecond, perSecond * seconds, promptTokens, outputTokens);
    }
}
