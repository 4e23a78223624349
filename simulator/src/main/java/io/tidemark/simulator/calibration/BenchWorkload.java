package io.tidemark.simulator.calibration;

import io.tidemark.simulator.engine.BlockChain;
import io.tidemark.simulator.engine.SimRequest;
import io.tidemark.simulator.virtual.Arrival;
import io.tidemark.simulator.virtual.Draws;
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
public record BenchWorkload(
        int requests, Lengths promptTokens, Lengths outputTokens, double requestRate, int maxConcurrency) {
    private static final int LEAST_OUTPUT = 2;

    public BenchWorkload {
        if (requests < 1 || maxConcurrency < 1 || !(requestRate > 0)) {
            throw new IllegalArgumentException("requests, max-concurrency and request-rate must be > 0 but were "
                    + requests + ", " + maxConcurrency + ", " + requestRate);
        }
    }

    List<Arrival> arrivals(Draws draws) {
        int[] prompts = promptTokens.draw(requests, draws, 1);
        int[] outputs = outputTokens.draw(requests, draws, LEAST_OUTPUT);
        long[] atNanos = draws.arrivalsNanos(requests, requestRate);
        List<Arrival> arrivals = new ArrayList<>(requests);
        for (int i = 0; i < requests; i++) {
            SimRequest request = new SimRequest("r" + i, prompts[i], outputs[i], BlockChain.none());
            arrivals.add(new Arrival(atNanos[i], request));
        }
        return arrivals;
    }
}
