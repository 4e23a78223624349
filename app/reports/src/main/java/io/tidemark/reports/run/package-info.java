/**
 * A run with its steps: what reports, comparisons and tunes all take of it.
 *
 * <p>In: rows of the result store. Out: immutable results of runs and of their steps. Knows no single request and no form of output.
 *
 * <p>Begin with {@link MeasuredRun}.
 */
@NullMarked
package io.tidemark.reports.run;

import org.jspecify.annotations.NullMarked;
