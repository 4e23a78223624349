/**
 * The tables of baselines, in SQL common to all databases.
 *
 * <p>Calls of a {@link io.tidemark.sinks.store.baseline.BaselineStore} come in; transactions go out.
 *
 * <p>Begin with {@link JdbcBaselineStore}.
 */
@NullMarked
package io.tidemark.sinks.store.jdbc.baseline;

import org.jspecify.annotations.NullMarked;
