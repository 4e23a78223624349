package io.tidemark.app.cli.diagnose;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.app.process.Terminal;
import io.tidemark.reports.exit.ExitCode;
import java.util.List;

/** Prints findings, one line each or as one JSON object, and says how a command ends with them. */
final class FindingPrinter {
    private static final JsonMapper JSON = new JsonMapper();

    private FindingPrinter() {}

    static void lines(List<Finding> findings, Terminal terminal) {
        findings.forEach(finding -> terminal.printLine(finding.line()));
    }

    /** {@code {"ok": ..., "checks": [...]}} on one line. */
    static String json(List<Finding> findings) {
        ObjectNode root = JSON.createObjectNode().put("ok", exitCode(findings) == ExitCode.OK);
        ArrayNode checks = root.putArray("checks");
        findings.forEach(finding -> checks.addObject()
                .put("subject", finding.subject())
                .put("level", finding.level().name())
                .put("fact", finding.fact())
                .put("advice", finding.advice()));
        return root.toString();
    }

    /** A note does not fail a command. */
    static ExitCode exitCode(List<Finding> findings) {
        return findings.stream().anyMatch(finding -> finding.level() == Finding.Level.FAILED)
                ? ExitCode.INFRASTRUCTURE
                : ExitCode.OK;
    }
}
