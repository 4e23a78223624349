/**
 * Runs engines in real time and connects them with the responses that they fill.
 *
 * <p>Comes in: generation jobs. Goes out: the output of each step, due at the step's end, and the engine's metrics.
 *
 * <p>Begin with {@link EngineLoop}, then {@link InFlightJobs}.
 */
@NullMarked
package io.tidemark.simulator.http.engineloop;

import org.jspecify.annotations.NullMarked;
