/** How many rows a second the result store takes: the SQLite file beside PostgreSQL. */
@NullMarked
package io.tidemark.bench.store;

import org.jspecify.annotations.NullMarked;
