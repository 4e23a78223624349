package io.tidemark.sinks.store.alert;

/** How far a delivery is. */
public enum DeliveryState {
    /** Waits to be sent, for the first time or again. */
    PENDING,
    /** The receiver took it. */
    SENT,
    /** The receiver refused it for good, as with HTTP 400: it is not sent again, and a person has to look. */
    PARKED,
    /** Not sent, because it was muted, or because the alert was over before its firing could be sent. */
    SKIPPED
}
