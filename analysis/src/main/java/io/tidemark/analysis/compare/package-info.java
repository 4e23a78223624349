/**
 * Compares the runs of a candidate with the runs of a base.
 *
 * <p>Two sides and a policy come in; a verdict per measure, corrected for multiple comparisons, goes out.
 *
 * <p>Begin with {@link RunComparison}.
 */
@NullMarked
package io.tidemark.analysis.compare;

import org.jspecify.annotations.NullMarked;
