package io.tidemark.simulator.calibration;

import io.tidemark.simulator.client.FleetClient;
import io.tidemark.simulator.client.RequestArrival;
import io.tidemark.simulator.client.RequestTimings;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigLoader;
import io.tidemark.simulator.engine.BlockHashes;
import io.tidemark.simulator.engine.EngineRequest;
import io.tidemark.simulator.engine.StepResult;
import io.tidemark.simulator.engine.fleet.Fleet;
import io.tidemark.simulator.engine.fleet.RoutingPolicy;
import io.tidemark.simulator.random.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** What a server does with a load that nobody published: for the direction in which flags and loads move its figures. */
record WhatIfScenario(String flags, Load load, int replicas) {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final int BLOCK_SIZE = 16;
    private static final int FAMILIES = 8;

    /**
     * Requests whose first halves are those of eight families; lengths vary evenly by half of what is said.
     *
     * @param perSecond of a Poisson process; infinite for all at once
     */
    record Load(int requests, int promptTokens, int outputTokens, double perSecond) {
        List<RequestArrival> arrivals() {
            SeededRandom draws = new SeededRandom(1);
            long[] atNanos = draws.arrivalsNanos(requests, perSecond);
            List<RequestArrival> arrivals = new ArrayList<>();
            for (int i = 0; i < requests; i++) {
                int prompt = draws.between(promptTokens * 3 / 4, promptTokens * 5 / 4);
                int output = draws.between(outputTokens * 3 / 4, outputTokens * 5 / 4);
                EngineRequest request = new EngineRequest("r" + i, prompt, output, chain(i, prompt));
                arrivals.add(new RequestArrival(atNanos[i], request));
            }
            return arrivals;
        }

        private BlockHashes chain(long request, int prompt) {
            int shared = promptTokens / 2 / BLOCK_SIZE;
            return BlockHashes.ofHashes(LongStream.range(0, prompt / BLOCK_SIZE)
                    .map(block -> (block < shared ? request % FAMILIES : FAMILIES + request) << 20 | block)
                    .toArray());
        }
    }

    /**
     * @param ttftMillis mean
     * @param tpotMillis mean
     * @param longestStepMillis the longest gap that one step can make between two tokens
     * @param perSecond requests ended per second until the last one has
     * @param held most requests that ran at once in one replica
     */
    record Result(double ttftMillis, double tpotMillis, double longestStepMillis, double perSecond, int held) {}

    Result result() {
        ServerConfig server = new ServerConfigLoader().parse("what if", flags);
        long frontNanos = Math.round(server.cost().frontSeconds() * NANOS_PER_SECOND);
        List<StepResult> steps = new ArrayList<>();
        List<RequestTimings> outcomes = new FleetClient(
                        new Fleet(server.engine(), replicas, RoutingPolicy.PREFIX_AWARE),
                        frontNanos,
                        step -> steps.add(step.step()))
                .play(load.arrivals());
        double seconds = outcomes.stream()
                        .mapToLong(RequestTimings::lastTokenNanos)
                        .max()
                        .orElseThrow()
                / NANOS_PER_SECOND;
        return new Result(
                outcomes.stream().mapToLong(RequestTimings::ttftNanos).average().orElseThrow() / NANOS_PER_MILLI,
                outcomes.stream()
                                .mapToDouble(it -> it.tpotNanos().orElseThrow())
                                .average()
                                .orElseThrow()
                        / NANOS_PER_MILLI,
                steps.stream().mapToLong(StepResult::durationNanos).max().orElseThrow() / NANOS_PER_MILLI,
                outcomes.size() / seconds,
                steps.stream().mapToInt(step -> step.load().sequences()).max().orElseThrow());
    }
}
