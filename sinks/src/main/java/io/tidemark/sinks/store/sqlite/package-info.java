/**
 * The result store in one SQLite file (WAL: readers never wait for the writer). In: batches of changes; out: rows.
 */
@NullMarked
package io.tidemark.sinks.store.sqlite;

import org.jspecify.annotations.NullMarked;
