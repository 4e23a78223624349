/**
 * The simulator held against published benchmarks: their tables and workloads come in, each figure beside the simulated one
 * goes out. It must not know files, HTTP or wall clocks.
 */
@NullMarked
package io.tidemark.simulator.calibration;

import org.jspecify.annotations.NullMarked;
