/**
 * Measures rows per second into SQLite and PostgreSQL.
 *
 * <p>Comes in: synthetic records. Goes out: rows per second, new and repeated.
 *
 * <p>Begin with {@link StoreBench}.
 */
@NullMarked
package io.tidemark.bench.store;

import org.jspecify.annotations.NullMarked;
