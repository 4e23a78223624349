/**
 * Compares the phases of an experiment with its baseline, and the newest segments of a soak with those before them.
 *
 * <p>In come final step results, keyed by experiment; out go regressions. It does not know windows or requests.
 *
 * <p>Begin with {@link RegressionsProcessor}, then {@link PhaseComparisons} and {@link SegmentComparisons}.
 */
@NullMarked
package io.tidemark.streams.compare;

import org.jspecify.annotations.NullMarked;
