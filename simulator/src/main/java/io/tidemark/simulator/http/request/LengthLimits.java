package io.tidemark.simulator.http.request;

/**
 * What a client asked about the answer's length.
 *
 * @param maxTokens at most so many tokens; 0 if the client reported nothing
 * @param minTokens at least so many
 * @param ignoreEos whether the answer goes on to its limit
 */
public record LengthLimits(int maxTokens, int minTokens, boolean ignoreEos) {}
