/**
 * What the load generator costs, and the rate at which it saturates.
 *
 * <p>Comes in: loads. Goes out: CPU time per chunk, publishing and not, and the rate that the client holds.
 *
 * <p>Begin with {@link LaneBench}.
 */
@NullMarked
package io.tidemark.bench.lane;

import org.jspecify.annotations.NullMarked;
