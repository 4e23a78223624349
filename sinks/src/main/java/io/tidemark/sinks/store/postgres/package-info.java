/**
 * The result store in PostgreSQL.
 *
 * <p>Rows come in; one COPY and one upsert per table and batch go out.
 *
 * <p>Begin with {@link PostgresStore}.
 */
@NullMarked
package io.tidemark.sinks.store.postgres;

import org.jspecify.annotations.NullMarked;
