/**
 * A model of one accelerator's utilization, power, temperature and memory.
 *
 * <p>Comes in: intervals of work. Goes out: readings and the metrics page of NVIDIA's dcgm-exporter.
 *
 * <p>Begin with {@link SimulatedGpu}.
 */
@NullMarked
package io.tidemark.simulator.gpu;

import org.jspecify.annotations.NullMarked;
