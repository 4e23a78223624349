/**
 * Who changed what: the record that a command makes of a change before or with the change.
 *
 * <p>What a command is about to do comes in; an event goes out, to the topic {@code audit} of a team, or to a store with the change.
 *
 * <p>Begin with {@link AuditEvents}.
 */
@NullMarked
package io.tidemark.app.audit;

import org.jspecify.annotations.NullMarked;
