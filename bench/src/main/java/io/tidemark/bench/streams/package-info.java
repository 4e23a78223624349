/** Tokens per second through the topology beside a bare consumer of the same topic. */
@NullMarked
package io.tidemark.bench.streams;

import org.jspecify.annotations.NullMarked;
