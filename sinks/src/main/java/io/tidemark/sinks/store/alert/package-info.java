/**
 * Alerts, mutes and the outbox of deliveries, as the result store keeps them.
 *
 * <p>Commits of a dispatcher come in; alerts and pending deliveries go out.
 *
 * <p>Begin with {@link AlertStore}.
 */
@NullMarked
package io.tidemark.sinks.store.alert;

import org.jspecify.annotations.NullMarked;
