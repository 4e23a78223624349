/**
 * Synthetic events of a run, as the load generator would publish them.
 *
 * <p>Comes in: the shape of a run. Goes out: token batches, requests, heartbeats and control events in order of time.
 *
 * <p>Begin with {@link SyntheticRun} and {@link RunShape}.
 */
@NullMarked
package io.tidemark.bench.load;

import org.jspecify.annotations.NullMarked;
