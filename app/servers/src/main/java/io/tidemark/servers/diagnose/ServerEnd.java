package io.tidemark.servers.diagnose;

import java.util.List;
import java.util.OptionalInt;

/**
 * How a start of a server ended.
 *
 * @param reason one sentence, such as the line of the log that shows it; no secrets
 * @param exitStatus as a shell gives it, 128 + the number of a signal; empty if it did not end by itself or the status is unknown
 * @param lastLines of its output, at most 20, secrets masked
 */
public record ServerEnd(ServerFailure failure, String reason, OptionalInt exitStatus, List<String> lastLines) {
    public ServerEnd {
        lastLines = List.copyOf(lastLines);
    }
}
