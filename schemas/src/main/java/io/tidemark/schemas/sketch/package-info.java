/**
 * The quantile sketch.
 *
 * <p>Values in nanoseconds come in; counts per bucket, which merge and subtract exactly, go out.
 *
 * <p>Begin with {@link LogHistogram}.
 */
@NullMarked
package io.tidemark.schemas.sketch;

import org.jspecify.annotations.NullMarked;
