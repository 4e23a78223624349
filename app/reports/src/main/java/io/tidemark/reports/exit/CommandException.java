package io.tidemark.reports.exit;

/** Ends a command with a message for people and an exit code; no stack trace unless {@code --debug}. */
public final class CommandException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ExitCode exitCode;

    private CommandException(ExitCode exitCode, String message, Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    private CommandException(ExitCode exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    public static CommandException usage(String message) {
        return new CommandException(ExitCode.USAGE, message);
    }

    /** Of runs whose figures must not be used. */
    public static CommandException invalidRun(String message) {
        return new CommandException(ExitCode.RUN_INVALID, message);
    }

    public static CommandException infrastructure(String message) {
        return new CommandException(ExitCode.INFRASTRUCTURE, message);
    }

    public static CommandException infrastructure(String message, Throwable cause) {
        return new CommandException(ExitCode.INFRASTRUCTURE, message, cause);
    }

    public ExitCode exitCode() {
        return exitCode;
    }
}
