/**
 * The store and its reader over a database: write transactions, retention and pruning, alerts, baselines and annotations.
 *
 * <p>Batches of changes come in; committed rows and offsets go out.
 *
 * <p>Begin with {@link JdbcStore}, then {@link WriteSession}.
 */
@NullMarked
package io.tidemark.sinks.store.jdbc.session;

import org.jspecify.annotations.NullMarked;
