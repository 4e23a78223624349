package io.tidemark.servers;

import io.tidemark.servers.diagnose.ServerFailure;
import java.util.Optional;

/** A server that was not started, or that did not become ready. Its message is for people and holds no secret. */
public final class ServerStartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ServerFailure failure;
    private final transient Optional<ServerStartFacts> facts;

    public ServerStartException(ServerFailure failure, String message, Optional<ServerStartFacts> facts) {
        super(message);
        this.failure = failure;
        this.facts = facts;
    }

    public ServerFailure failure() {
        return failure;
    }

    /** What is known of the start; empty if nothing was started. */
    public Optional<ServerStartFacts> facts() {
        return facts;
    }
}
