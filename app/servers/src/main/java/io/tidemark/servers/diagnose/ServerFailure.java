package io.tidemark.servers.diagnose;

/** How a start of a server ended. */
public enum ServerFailure {
    OUT_OF_MEMORY("ran out of memory"),
    BAD_FLAG("refused a flag"),
    PORT_IN_USE("found its port in use"),
    MODEL_NOT_FOUND("did not find its model"),
    COMMAND_NOT_FOUND("could not be started, for its command is not there"),
    /** Ended by itself after it was ready. */
    CRASHED("ended by itself after it was ready"),
    /** Ended by itself before it was ready, for a reason that its output does not show. */
    EXITED_EARLY("ended before it was ready"),
    READY_TIMEOUT("was not ready in time"),
    /** It answered, but refused its warm-up request for good, or closed the connection. */
    WARM_UP_FAILED("did not answer its warm-up request"),
    /** Its port or its memory was not free in time after its end. */
    NOT_RELEASED("did not give back its port or its memory"),
    /** It stopped on request, which is no failure. */
    STOPPED("was stopped");

    private final String description;

    ServerFailure(String description) {
        this.description = description;
    }

    /** What the server did, to follow its name in a sentence. */
    public String description() {
        return description;
    }
}
