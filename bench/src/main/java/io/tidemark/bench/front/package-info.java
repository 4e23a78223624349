/** How late the simulator's HTTP front writes, beside a bare loop that writes the same bytes. */
@NullMarked
package io.tidemark.bench.front;

import org.jspecify.annotations.NullMarked;
