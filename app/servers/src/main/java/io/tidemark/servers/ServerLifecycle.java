package io.tidemark.servers;

/** The state of one server. Thread-safe; a step that may not follow is not taken. */
final class ServerLifecycle {
    private ServerState state = ServerState.STARTING;

    synchronized ServerState state() {
        return state;
    }

    /** Whether the step was taken. */
    synchronized boolean moveTo(ServerState next) {
        if (!state.next().contains(next)) {
            return false;
        }
        state = next;
        return true;
    }
}
