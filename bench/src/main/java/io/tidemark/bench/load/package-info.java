/** Synthetic traffic: shapes of runs come in, events in the order of their times go out to a publisher. It must not know who measures what. */
@NullMarked
package io.tidemark.bench.load;

import org.jspecify.annotations.NullMarked;
