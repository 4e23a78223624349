package io.tidemark.producer.tally;

import java.util.List;
import java.util.OptionalDouble;

/**
 * How much of a step's prompts came from a prefix cache, beside what its workload repeats.
 *
 * @param planned share of the prompt tokens that the workload itself repeats within the step
 * @param measured share that came from the cache
 * @param source what {@code measured} was taken from: {@code usage} or {@code metrics}; empty without it
 * @param reset what came of asking for a reset before the step; empty when it was not asked for
 * @param flags what a reader of the step's figures must know, in sentences
 */
public record PrefixCacheShare(
        OptionalDouble planned, OptionalDouble measured, String source, String reset, List<String> flags) {
    /** Of a step of which nothing is known. */
    public static final PrefixCacheShare UNKNOWN =
            new PrefixCacheShare(OptionalDouble.empty(), OptionalDouble.empty(), "", "", List.of());

    public PrefixCacheShare {
        flags = List.copyOf(flags);
    }
}
