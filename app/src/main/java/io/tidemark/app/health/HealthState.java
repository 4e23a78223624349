package io.tidemark.app.health;

/** How something is, from best to worst. */
public enum HealthState {
    /** It does all that it is for. */
    READY,
    /** It goes on, or will by itself, but an operator may want to know. */
    DEGRADED,
    /** It does nothing that it is for. */
    FAILED
}
