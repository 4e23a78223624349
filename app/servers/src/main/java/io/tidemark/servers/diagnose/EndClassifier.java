package io.tidemark.servers.diagnose;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Decides how a server ended that ended by itself. */
public final class EndClassifier {
    private static final int NOT_FOUND = 127;
    private static final int NOT_EXECUTABLE = 126;
    private static final int SIGNALLED = 128;
    private static final int KILLED = SIGNALLED + 9;
    private static final int MAX_CHARACTERS = 200;

    private EndClassifier() {}

    /**
     * How it ended.
     *
     * @param wasReady whether it had been ready before
     * @param status as a shell gives it; empty if it is not known
     * @param found in its output, since it was ready if it was
     * @param lastLines of its output
     */
    public static ServerEnd classify(
            boolean wasReady,
            OptionalInt status,
            Optional<Map.Entry<FailurePattern, String>> found,
            List<String> lastLines) {
        if (found.isPresent() && (!wasReady || found.get().getKey().failure() == ServerFailure.OUT_OF_MEMORY)) {
            return new ServerEnd(found.get().getKey().failure(), found.get().getValue(), status, lastLines);
        }
        if (!wasReady && status.isPresent() && isMissing(status.getAsInt())) {
            return new ServerEnd(ServerFailure.COMMAND_NOT_FOUND, "its " + description(status), status, lastLines);
        }
        ServerFailure failure = wasReady ? ServerFailure.CRASHED : ServerFailure.EXITED_EARLY;
        return new ServerEnd(failure, description(status) + lastWords(lastLines), status, lastLines);
    }

    /** The last line of the output, which distinguishes causes where nothing else does. */
    private static String lastWords(List<String> lastLines) {
        String last = lastLines.stream()
                .filter(line -> !line.isBlank())
                .reduce("", (before, line) -> line)
                .strip();
        return last.isEmpty() ? "" : "; its last line: " + last.substring(0, Math.min(last.length(), MAX_CHARACTERS));
    }

    private static boolean isMissing(int status) {
        return status == NOT_FOUND || status == NOT_EXECUTABLE;
    }

    private static String description(OptionalInt status) {
        if (status.isEmpty()) {
            return "exit status is not known";
        }
        int code = status.getAsInt();
        if (code == KILLED) {
            return "exit status 137: killed by SIGKILL, as the kernel does when the machine has no memory left";
        }
        return "exit status " + code + (code > SIGNALLED ? ": ended by signal " + (code - SIGNALLED) : "");
    }
}
