/**
 * The engine in virtual time: arrivals come in, latencies go out, no real time passes. It must not know HTTP, clocks or
 * threads.
 */
@NullMarked
package io.tidemark.simulator.virtual;

import org.jspecify.annotations.NullMarked;
