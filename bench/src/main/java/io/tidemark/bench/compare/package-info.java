/**
 * Measures how long a comparison of runs and a gate's verdict take.
 *
 * <p>Comes in: synthetic run figures. Goes out: milliseconds per comparison.
 *
 * <p>Begin with {@link CompareBench}.
 */
@NullMarked
package io.tidemark.bench.compare;

import org.jspecify.annotations.NullMarked;
