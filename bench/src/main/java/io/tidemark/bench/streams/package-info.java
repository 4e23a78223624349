/**
 * Measures the throughput of the topology beside a bare consumer, and what its state costs to keep and to restore.
 *
 * <p>Comes in: topics filled with synthetic runs. Goes out: records and chunks per second, heap, seconds per GB of changelog.
 *
 * <p>Begin with {@link StreamsBench}.
 */
@NullMarked
package io.tidemark.bench.streams;

import org.jspecify.annotations.NullMarked;
