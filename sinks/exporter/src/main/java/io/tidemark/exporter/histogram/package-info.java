/**
 * A sketch as a histogram of Prometheus.
 *
 * <p>In: whole-step windows and single values, nanoseconds. Out: native buckets, classic buckets at limits, exemplars.
 *
 * <p>Begin with {@link LatencyHistogram}; how slots become buckets is in {@link NativeBuckets}.
 */
@NullMarked
package io.tidemark.exporter.histogram;

import org.jspecify.annotations.NullMarked;
