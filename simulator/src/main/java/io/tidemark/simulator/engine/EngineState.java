package io.tidemark.simulator.engine;

import io.tidemark.simulator.engine.speculation.SpeculationCounts;

/**
 * The engine between two steps, as its metrics show it; the counts are since its start.
 *
 * @param running requests that run, those in chunked prefill included
 * @param waiting requests in the queue, preempted ones included
 * @param kvUsage fraction 0..1 of the KV blocks held by running requests
 * @param preemptions preemption events
 * @param prefixQueryTokens tokens looked up in the prefix cache
 * @param prefixHitTokens tokens found there; those found in host memory are in {@code offload}
 * @param promptTokens prompt tokens of prefills that ended, cached ones included
 * @param generatedTokens tokens emitted
 * @param steps steps made
 * @param speculation what speculative decoding did
 * @param offload what the pool in host memory did
 */
public record EngineState(
        int running,
        int waiting,
        double kvUsage,
        long preemptions,
        long prefixQueryTokens,
        long prefixHitTokens,
        long promptTokens,
        long generatedTokens,
        long steps,
        SpeculationCounts speculation,
        KvOffloadCounts offload) {
    /** Without speculative decoding and host memory. */
    public EngineState(
            int running,
            int waiting,
            double kvUsage,
            long preemptions,
            long prefixQueryTokens,
            long prefixHitTokens,
            long promptTokens,
            long generatedTokens,
            long steps) {
        this(
                running,
                waiting,
                kvUsage,
                preemptions,
                prefixQueryTokens,
                prefixHitTokens,
                promptTokens,
                generatedTokens,
                steps,
                SpeculationCounts.NONE,
                KvOffloadCounts.NONE);
    }
}
