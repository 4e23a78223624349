/** How fast a plan runs against the simulated server in virtual time: load generator, measuring and engine together. */
@NullMarked
package io.tidemark.bench.virtual;

import org.jspecify.annotations.NullMarked;
