package io.tidemark.sinks.store.alert;

/** The life of an alert. */
public enum AlertState {
    /** The condition holds, but final figures or the rule's {@code for} are still waited for; nothing is delivered. */
    PENDING,
    /** The condition holds. */
    FIRING,
    /** The condition has ended, or was withdrawn. */
    RESOLVED,
    /** Something that happened once, as the begin of a phase; it has no end. */
    EVENT
}
