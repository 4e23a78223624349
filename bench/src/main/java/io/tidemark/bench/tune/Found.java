package io.tidemark.bench.tune;

import io.tidemark.analysis.tune.Candidate;
import java.util.Optional;

/**
 * What a way of tuning came to.
 *
 * @param best what it would be used from now on
 * @param claimed whether it says that this is better than the default
 * @param seconds server time
 * @param starts of servers
 * @param interval of the ratio that it states, low and high
 */
record Found(Candidate best, boolean claimed, double seconds, int starts, Optional<Range> interval) {
    /** Both ends of an interval. */
    record Range(double low, double high) {
        boolean covers(double value) {
            return value >= low && value <= high;
        }
    }
}
