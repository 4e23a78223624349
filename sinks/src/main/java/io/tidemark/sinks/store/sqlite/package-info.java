/**
 * The result store in one SQLite file.
 *
 * <p>Rows come in; upserts in WAL mode go out, so readers do not wait for the writer.
 *
 * <p>Begin with {@link SqliteStore}.
 */
@NullMarked
package io.tidemark.sinks.store.sqlite;

import org.jspecify.annotations.NullMarked;
