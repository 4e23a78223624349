/** Values per second through many live series on one stream thread, and what a series costs. */
@NullMarked
package io.tidemark.bench.series;

import org.jspecify.annotations.NullMarked;
