package io.tidemark.app.cli.diagnose;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.reports.format.RecordJson;
import java.util.List;
import java.util.Locale;

/**
 * What was found of one thing.
 *
 * @param subject the thing, in a word
 * @param fact what was found
 * @param advice what to do; empty if nothing is to be done
 */
record Finding(String subject, Level level, String fact, String advice) {
    /** How it stands. */
    enum Level {
        OK,
        /** Nothing is wrong, and something is not there that a user may want. */
        NOTE,
        FAILED
    }

    static Finding ok(String subject, String fact) {
        return new Finding(subject, Level.OK, fact, "");
    }

    static Finding note(String subject, String fact, String advice) {
        return new Finding(subject, Level.NOTE, fact, advice);
    }

    static Finding failed(String subject, String fact, String advice) {
        return new Finding(subject, Level.FAILED, fact, advice);
    }

    /** One line for people. */
    String line() {
        String text =
                String.format(Locale.ROOT, "%-6s  %-14s %s", level.name().toLowerCase(Locale.ROOT), subject, fact);
        return (advice.isEmpty() ? text : text + ": " + advice).replace('\n', ' ');
    }

    private record Findings(boolean ok, List<Finding> checks) {}

    /** Prints findings, one line each or as one JSON object. @return how the command ends with them */
    static ExitCode print(List<Finding> findings, boolean asJson, Terminal terminal) {
        if (asJson) {
            terminal.printLine(json(findings));
        } else {
            findings.forEach(finding -> terminal.printLine(finding.line()));
        }
        return exitCode(findings);
    }

    /** {@code {"ok": ..., "checks": [...]}} on one line. */
    static String json(List<Finding> findings) {
        return RecordJson.of(new Findings(exitCode(findings) == ExitCode.OK, findings))
                .toString();
    }

    /** A note does not fail a command. */
    static ExitCode exitCode(List<Finding> findings) {
        return findings.stream().anyMatch(finding -> finding.level() == Finding.Level.FAILED)
                ? ExitCode.INFRASTRUCTURE
                : ExitCode.OK;
    }
}
