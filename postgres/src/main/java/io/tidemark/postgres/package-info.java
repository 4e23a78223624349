/**
 * A real PostgreSQL server as a child process. In: a folder; out: a JDBC URL, and ways to stop it that a database meets in real life.
 * It knows nothing of what is stored, and is no part of the product.
 */
@NullMarked
package io.tidemark.postgres;

import org.jspecify.annotations.NullMarked;
