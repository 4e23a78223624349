/**
 * The comparison of a candidate, or of many phases, with a baseline.
 *
 * <p>In: runs of a result store, selected by name. Out: compared figures with intervals and verdicts.
 *
 * <p>Begin with {@link Comparison}.
 */
@NullMarked
package io.tidemark.reports.compare;

import org.jspecify.annotations.NullMarked;
