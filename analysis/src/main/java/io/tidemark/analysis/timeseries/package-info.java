/**
 * Change points and trends of one series.
 *
 * <p>Values in their order come in; changes or a slope with a p-value go out.
 *
 * <p>Begin with {@link EDivisive}.
 */
@NullMarked
package io.tidemark.analysis.timeseries;

import org.jspecify.annotations.NullMarked;
