package io.tidemark.app.cli.diagnose;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.reports.format.RecordJson;
import java.util.List;

/** Prints findings, one line each or as one JSON object, and says how a command ends with them. */
final class FindingPrinter {
    private FindingPrinter() {}

    private record Findings(boolean ok, List<Finding> checks) {}

    /** @return how the command ends */
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
