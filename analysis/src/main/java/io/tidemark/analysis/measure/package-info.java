/**
 * The measures that runs are compared by.
 *
 * <p>Step results come in; measured values per load, class and measure go out.
 *
 * <p>Begin with {@link RunMeasurements}.
 */
@NullMarked
package io.tidemark.analysis.measure;

import org.jspecify.annotations.NullMarked;
