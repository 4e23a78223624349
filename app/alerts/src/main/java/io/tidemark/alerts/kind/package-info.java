/**
 * The kinds of alerts, with their settings, and the runs that must take place.
 *
 * <p>In: nothing. Out: what holds for each kind unless a file says otherwise.
 *
 * <p>Begin with {@link AlertKind}.
 */
@NullMarked
package io.tidemark.alerts.kind;

import org.jspecify.annotations.NullMarked;
