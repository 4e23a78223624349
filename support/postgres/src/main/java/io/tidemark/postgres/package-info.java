/**
 * A real PostgreSQL server as a child process, for tests and benchmarks.
 *
 * <p>A folder comes in; a JDBC URL, and ways to stop the server, go out.
 *
 * <p>Begin with {@link PostgresServer}.
 */
@NullMarked
package io.tidemark.postgres;

import org.jspecify.annotations.NullMarked;
