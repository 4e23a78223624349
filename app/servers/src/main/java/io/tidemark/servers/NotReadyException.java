package io.tidemark.servers;

import io.tidemark.servers.diagnose.ServerEnd;
import java.io.Serial;
import java.util.Optional;

/** A server does not become ready. */
final class NotReadyException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    private final transient Optional<ServerEnd> end;

    /** @param end the reason; empty if the server ended or was asked to stop */
    NotReadyException(Optional<ServerEnd> end) {
        super(end.map(ServerEnd::reason).orElse("it ended"));
        this.end = end;
    }

    Optional<ServerEnd> end() {
        return end;
    }
}
