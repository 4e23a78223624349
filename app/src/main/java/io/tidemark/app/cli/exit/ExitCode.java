package io.tidemark.app.cli.exit;

import java.util.Arrays;
import java.util.Optional;

/** The exit codes of commands. Public API: scripts and CI gates branch on it. */
public enum ExitCode {
    OK(0, "the objectives were met, or there were none to meet"),
    SLO_NOT_MET(1, "an objective was not met, or a candidate regressed"),
    USAGE(2, "bad options, or a bad plan or file; nothing was sent"),
    RUN_INVALID(3, "the run's own measurement exceeded a limit: do not use its figures"),
    INCONCLUSIVE(4, "too few requests, or too few runs, to decide"),
    INFRASTRUCTURE(5, "broker, registry, store, target or a file cannot be reached or used"),
    INTERNAL(70, "a bug of Tidemark");

    private final int code;
    private final String meaning;

    ExitCode(int code, String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    public int code() {
        return code;
    }

    /** Empty for one of another program, as a shell's for a signal. */
    public static Optional<ExitCode> of(int code) {
        return Arrays.stream(values()).filter(known -> known.code == code).findFirst();
    }

    /** The one that says more against the result, when several runs share one exit code. */
    public ExitCode orWorse(ExitCode other) {
        return severity() >= other.severity() ? this : other;
    }

    private int severity() {
        return switch (this) {
            case OK -> 0;
            case INCONCLUSIVE -> 1;
            case SLO_NOT_MET -> 2;
            case INFRASTRUCTURE -> 3;
            case RUN_INVALID -> 4;
            case USAGE -> 5;
            case INTERNAL -> 6;
        };
    }

    public String meaning() {
        return meaning;
    }
}
