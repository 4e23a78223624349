/**
 * The places that are notified of alerts, each with its protocol.
 *
 * <p>Notifications come in; requests to the receiver go out.
 *
 * <p>Begin with {@link Receiver} and {@link Receivers}.
 */
@NullMarked
package io.tidemark.alerts.receiver;

import org.jspecify.annotations.NullMarked;
