package io.tidemark.servers;

import io.tidemark.servers.diagnose.ServerFailure;
import java.util.Optional;

/** A server that was started and became ready. Thread-safe; any thread may stop it. */
public interface RunningServer extends AutoCloseable {
    /** What is known of it now. */
    ServerStartFacts facts();

    ServerState state();

    /** Whether it is ready and has not ended. */
    boolean isAlive();

    /** Why it is not alive any more; empty while it is, and for a server that was stopped and gave back what it held. */
    Optional<ServerFailure> failure();

    /**
     * Stops it and waits until it is gone and its port and memory are free: SIGTERM, grace, SIGKILL. Ends what it left behind if it ended by
     * itself. Calling it again gives the same facts. An interrupt does not cut it short; the thread is interrupted afterwards.
     */
    ServerStartFacts stop();

    /** Stops it. */
    @Override
    void close();
}
