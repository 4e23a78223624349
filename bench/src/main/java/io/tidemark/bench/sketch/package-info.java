/** The sketch's operations beside DDSketch's, by JMH. */
@NullMarked
package io.tidemark.bench.sketch;

import org.jspecify.annotations.NullMarked;
