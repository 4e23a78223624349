/**
 * The engine alone in virtual time, for calibration, fitting and benchmarks of the engine: arrivals come in, what {@code vllm
 * bench} would print goes out. Plans are run by the load generator itself, whose arrivals and measuring are not copied here; what
 * draws lengths and gaps here repeats vLLM's own benchmark, and the same on every JDK. It must not know HTTP, clocks or threads.
 */
@NullMarked
package io.tidemark.simulator.virtual;

import org.jspecify.annotations.NullMarked;
