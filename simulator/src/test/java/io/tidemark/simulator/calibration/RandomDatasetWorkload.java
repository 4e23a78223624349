package io.tidemark.simulator.calibration;

import io.tidemark.simulator.client.RequestArrival;
import io.tidemark.simulator.engine.BlockHashes;
import io.tidemark.simulator.engine.EngineRequest;
import io.tidemark.simulator.random.SeededRandom;
import java.util.ArrayList;
import java.util.List;

/**
 * Random prompts as {@code vllm bench serve --dataset-name random} sends them: nothing shared, every answer as long as asked.
 *
 * @param requests how many
 * @param promptTokens of each
 * @param outputTokens of each
 * @param requestRate arrivals per second, infinite for all at once
 * @param maxConcurrency most in flight
 */
public record RandomDatasetWorkload(
        int requests,
        ScaledTokenLengths promptTokens,
        ScaledTokenLengths outputTokens,
        double requestRate,
        int maxConcurrency) {
    private static final int MIN_OUTPUT = 2;

    public RandomDatasetWorkload {
        if (requests < 1 || maxConcurrency < 1 || !(requestRate > 0)) {
            throw new IllegalArgumentException("requests, max-concurrency and request-rate must be > 0 but were "
                    + requests + ", " + maxConcurrency + ", " + requestRate);
        }
    }

    List<RequestArrival> arrivals(SeededRandom draws) {
        int[] prompts = promptTokens.draw(requests, draws, 1);
        int[] outputs = outputTokens.draw(requests, draws, MIN_OUTPUT);
        long[] atNanos = draws.arrivalsNanos(requests, requestRate);
        List<RequestArrival> arrivals = new ArrayList<>(requests);
        for (int i = 0; i < requests; i++) {
            EngineRequest request = new EngineRequest("r" + i, prompts[i], outputs[i], BlockHashes.none());
            arrivals.add(new RequestArrival(atNanos[i], request));
        }
        return arrivals;
    }
}
