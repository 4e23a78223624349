/**
 * The tables of alerts, deliveries and mutes, in SQL common to all databases.
 *
 * <p>Calls of an {@link io.tidemark.sinks.store.alert.AlertStore} come in; transactions go out.
 *
 * <p>Begin with {@link JdbcAlertStore}.
 */
@NullMarked
package io.tidemark.sinks.store.jdbc.alert;

import org.jspecify.annotations.NullMarked;
