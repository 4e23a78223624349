/**
 * Commands about alerts: check a file of receivers and routes, and send test alerts.
 *
 * <p>In: {@code alerts.yaml} and the environment. Out: what it says, and what each receiver answered.
 *
 * <p>Begin with {@link AlertsCommand}.
 */
@NullMarked
package io.tidemark.app.cli.alerts;

import org.jspecify.annotations.NullMarked;
