package io.tidemark.app.cli.results;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.app.cli.exit.ExitCodeMapper;
import io.tidemark.reports.compare.document.ComparisonJson;
import io.tidemark.reports.format.RecordJson;
import io.tidemark.reports.gate.GateResult;

/** A gate's result as one JSON object: the comparison with its outcome first. */
final class GateJson {
    private GateJson() {}

    /** One line. */
    static String of(GateResult result) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("outcome", result.headline().replace(' ', '_'));
        root.put("exitCode", ExitCodeMapper.exitCode(result).code());
        root.put("paragraph", result.paragraph());
        root.set("invalidRuns", RecordJson.of(result.invalid()));
        root.setAll(ComparisonJson.of(result.comparison()));
        return root.toString();
    }
}
