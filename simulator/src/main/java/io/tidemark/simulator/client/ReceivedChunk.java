package io.tidemark.simulator.client;

/** Tokens that reached a client at once, in nanoseconds of virtual time. */
public record ReceivedChunk(long atNanos, int tokens) {}
