/** What many teams cost a streams host, and how long another host takes to take over. */
@NullMarked
package io.tidemark.bench.scale;

import org.jspecify.annotations.NullMarked;
