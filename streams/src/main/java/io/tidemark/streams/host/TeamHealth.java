package io.tidemark.streams.host;

/** How a team's application is. */
public enum TeamHealth {
    /** Its topics are not all there, or not right. */
    WAITING,
    /** It joins its group or restores its state. */
    STARTING,
    RUNNING,
    /** It runs but failed lately, or its registry or broker is away. */
    DEGRADED,
    /** It ended and will be started again after a pause. */
    FAILED
}
