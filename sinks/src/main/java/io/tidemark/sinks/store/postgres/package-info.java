/**
 * The result store in PostgreSQL: one schema for many teams, many rows at a time by COPY. In: batches of changes; out: rows.
 */
@NullMarked
package io.tidemark.sinks.store.postgres;

import org.jspecify.annotations.NullMarked;
