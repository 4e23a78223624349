/**
 * Estimates the difference of two sides from one value per run.
 *
 * <p>Values of both sides come in; a mean difference with its standard error goes out.
 *
 * <p>Begin with {@link DifferenceEstimate}.
 */
@NullMarked
package io.tidemark.analysis.difference;

import org.jspecify.annotations.NullMarked;
