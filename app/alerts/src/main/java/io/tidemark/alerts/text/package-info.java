/**
 * The texts of notifications: templates, escaped for each markup and cut to each limit.
 *
 * <p>Alerts come in; titles and bodies go out. Knows nothing of protocols.
 *
 * <p>Begin with {@link MessageTemplate} and {@link TextForm}.
 */
@NullMarked
package io.tidemark.alerts.text;

import org.jspecify.annotations.NullMarked;
