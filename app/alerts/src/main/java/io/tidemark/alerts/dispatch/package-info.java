/**
 * The dispatcher of alerts: reads the topics of its teams, applies the rules, and delivers through an outbox.
 *
 * <p>Records of the teams' topics come in; alerts in the store and on the topic {@code alerts}, and sends to receivers, go out.
 *
 * <p>Begin with {@link AlertDispatcher}, then {@link DispatchLoop} and {@link ReceiverWorker}.
 */
@NullMarked
package io.tidemark.alerts.dispatch;

import org.jspecify.annotations.NullMarked;
