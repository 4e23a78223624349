package io.tidemark.simulator.engine;

import io.tidemark.simulator.client.EngineRun;
import io.tidemark.simulator.client.RequestArrival;
import io.tidemark.simulator.client.RequestTimings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Ways to play requests to an engine. */
public final class EngineScenarios {
    private EngineScenarios() {}

    /** All at once; every step until nobody is left. */
    public static List<StepResult> all(Engine engine, List<EngineRequest> requests) {
        requests.forEach(engine::submit);
        List<StepResult> steps = new ArrayList<>();
        long nowNanos = 0;
        while (engine.hasWork()) {
            StepResult step = engine.step(nowNanos);
            steps.add(step);
            nowNanos = step.endNanos();
        }
        return steps;
    }

    /** Outcomes by request. */
    public static List<RequestTimings> timed(Engine engine, int requests, IntFunction<RequestArrival> arrival) {
        List<RequestArrival> arrivals =
                IntStream.range(0, requests).mapToObj(arrival).toList();
        return new EngineRun(engine, 0, step -> {})
                .play(arrivals).stream()
                        .sorted(Comparator.comparingInt(it -> Integer.parseInt(it.id())))
                        .toList();
    }

    /** Requests of random lengths whose first five blocks are those of one of four families. */
    public static List<EngineRequest> random(int requests, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return IntStream.range(0, requests)
                .mapToObj(i -> family(i, random.nextInt(1, 300), random.nextInt(1, 200), random.nextInt(4)))
                .toList();
    }

    private static EngineRequest family(int i, int promptTokens, int outputTokens, int family) {
        long[] hashes = LongStream.range(0, (promptTokens + outputTokens) / 16)
                .map(block -> block < 5 ? family * 10L + block : 1000L * (i + 1) + block)
                .toArray();
        return new EngineRequest("r" + i, promptTokens, outputTokens, BlockHashes.ofHashes(hashes));
    }
}
