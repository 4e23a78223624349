/** Comparing runs: figures of made-up runs come in, seconds of their comparison go out. */
@NullMarked
package io.tidemark.bench.compare;

import org.jspecify.annotations.NullMarked;
