/**
 * Compares the simulator with published vLLM benchmarks and reports how far the figures differ.
 *
 * <p>Comes in: published benchmarks (YAML resources of this package). Goes out: Markdown tables of published and simulated figures.
 *
 * <p>Begin with {@link SimulatorCalibration}.
 */
@NullMarked
package io.tidemark.simulator.calibration;

import org.jspecify.annotations.NullMarked;
