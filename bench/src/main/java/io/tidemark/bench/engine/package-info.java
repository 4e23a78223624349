/**
 * Measures how fast the simulated engine runs and how much heap a request takes.
 *
 * <p>Comes in: Poisson workloads. Goes out: simulated seconds per second, bytes per request.
 *
 * <p>Begin with {@link EngineBench}.
 */
@NullMarked
package io.tidemark.bench.engine;

import org.jspecify.annotations.NullMarked;
