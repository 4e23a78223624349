package io.tidemark.simulator.engine.fleet;

/** How a router spreads requests over data-parallel replicas. Ties go to the replica that is next in turn. */
public enum RoutingPolicy {
    /** Each in its turn. */
    ROUND_ROBIN("round-robin"),
    /** To the one with the fewest requests in flight. */
    MIN_LOADED("least-loaded"),
    /**
     * To the one with the least work: prompt tokens that it has to compute, this request's included, plus a tenth of the tokens
     * of all its requests. The shape of NVIDIA Dynamo's KV router, with another weight: on an H200 an answer of 250 tokens
     * makes others wait as long as about a tenth to a fifth of its context would as prefill.
     */
    PREFIX_AWARE("prefix-aware");

    private static final double CONTEXT_WEIGHT = 0.1;

    private final String word;

    RoutingPolicy(String word) {
        this.word = word;
    }

    /** As configuration has it. */
    public String word() {
        return word;
    }

    double cost(ReplicaLoad replica) {
        return switch (this) {
            case ROUND_ROBIN -> 0;
            case MIN_LOADED -> replica.inFlight();
            case PREFIX_AWARE ->
                replica.prefillTokens() + replica.missingTokens() + CONTEXT_WEIGHT * replica.contextTokens();
        };
    }
}
