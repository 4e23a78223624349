/**
 * Tables, columns, migrations and queries in SQL, common to all databases.
 *
 * <p>Table definitions and row values come in; SQL statements run over a connection go out.
 *
 * <p>Begin with {@link StoreTable} for writing, {@link QueryRunner} for reading, {@link Migrations} for the schema.
 */
@NullMarked
package io.tidemark.sinks.store.jdbc;

import org.jspecify.annotations.NullMarked;
