/**
 * The simulated accelerators: how busy they are comes in; what NVIDIA's exporter would say of them goes out. It must not know
 * HTTP, clocks or threads.
 */
@NullMarked
package io.tidemark.simulator.gpu;

import org.jspecify.annotations.NullMarked;
