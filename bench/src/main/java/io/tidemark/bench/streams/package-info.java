/**
 * Measures the throughput of the topology beside a bare consumer, the DSL's hopping windows and a lower processing guarantee.
 *
 * <p>Comes in: topics filled with synthetic runs. Goes out: records and chunks per second, and ratios.
 *
 * <p>Begin with {@link StreamsBench}.
 */
@NullMarked
package io.tidemark.bench.streams;

import org.jspecify.annotations.NullMarked;
