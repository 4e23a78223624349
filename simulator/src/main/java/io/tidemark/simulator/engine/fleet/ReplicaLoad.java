package io.tidemark.simulator.engine.fleet;

/**
 * What a router knows of one replica when a request comes.
 *
 * @param inFlight requests sent there that have not ended
 * @param prefillTokens prompt tokens that those without a first token had to compute
 * @param contextTokens tokens of prompt and answer of all of them
 * @param missingTokens tokens of the new request's prompt that are in no cache there
 */
public record ReplicaLoad(int inFlight, long prefillTokens, long contextTokens, int missingTokens) {}
