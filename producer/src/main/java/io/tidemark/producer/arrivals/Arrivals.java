package io.tidemark.producer.arrivals;

import java.util.OptionalLong;

/**
 * When the requests of a step are due. Seeded: the same seed gives the same offsets. Never rescaled to the asked rate, as a
 * true random process misses it, and never going back. Not thread-safe.
 */
@FunctionalInterface
public interface Arrivals {
    /** Nanoseconds from the start of the step, at least the one before; empty when there are no more. */
    OptionalLong nextNanos();
}
