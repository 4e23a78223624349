package io.tidemark.simulator.virtual;

/** Tokens that reached a client at once, in nanoseconds of virtual time. */
public record Chunk(long atNanos, int tokens) {}
