package io.tidemark.servers;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/**
 * How a command ended that was run beside a server. Holds no secret.
 *
 * @param exitStatus as a shell gives it; empty if it is not known
 * @param timedOut whether it was ended because it took too long
 * @param results folder that it was given for its results
 * @param log file of its output
 * @param lastLines of its output, at most 20
 */
public record AfterCommandEnd(
        OptionalInt exitStatus, boolean timedOut, double seconds, Path results, Path log, List<String> lastLines) {
    public AfterCommandEnd {
        lastLines = List.copyOf(lastLines);
    }

    /** Whether it ended by itself with status 0. */
    public boolean isSuccess() {
        return !timedOut && exitStatus.equals(OptionalInt.of(0));
    }
}
