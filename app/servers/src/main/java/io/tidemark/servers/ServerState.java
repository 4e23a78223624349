package io.tidemark.servers;

import java.util.Set;

/** The states of a server, the same for all recipes. */
public enum ServerState {
    /** Its command was started and it is not ready yet. */
    STARTING,
    /** It answers, and its warm-up is over. */
    READY,
    /** It was asked to stop, or what it left behind is being ended. */
    STOPPING,
    /** It is gone, and so is all that it held. */
    STOPPED,
    /** It ended by itself, never became ready, or did not give back what it held. */
    FAILED;

    /** States that may follow. */
    public Set<ServerState> next() {
        return switch (this) {
            case STARTING -> Set.of(READY, STOPPING, FAILED);
            case READY -> Set.of(STOPPING, FAILED);
            case STOPPING -> Set.of(STOPPED, FAILED);
            case STOPPED, FAILED -> Set.of();
        };
    }
}
