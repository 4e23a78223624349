/** How fast the simulated engine runs in virtual time, and what a request costs it in memory. */
@NullMarked
package io.tidemark.bench.engine;

import org.jspecify.annotations.NullMarked;
