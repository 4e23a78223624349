package io.tidemark.sinks.store.read.step;

import java.util.OptionalDouble;

/**
 * Share of a step's prompt tokens in a prefix cache, in [0, 1].
 *
 * @param planned what the workload repeats within the step
 * @param measured what came from a cache
 * @param source what {@code measured} was taken from; empty without it
 * @param reset what came of asking the server to empty its cache before the step; empty when it was not asked
 */
public record CacheShareRow(OptionalDouble planned, OptionalDouble measured, String source, String reset) {
    public static final CacheShareRow NONE = new CacheShareRow(OptionalDouble.empty(), OptionalDouble.empty(), "", "");
}
