package io.tidemark.reports.gate;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.reports.compare.document.ComparisonJson;
import io.tidemark.reports.format.RecordJson;

/** A gate's result as one JSON object: the comparison with its outcome first. */
public final class GateJson {
    private GateJson() {}

    /** One line. */
    public static String of(GateResult result) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("outcome", result.headline().replace(' ', '_'));
        root.put("exitCode", result.exitCode().code());
        root.put("paragraph", result.paragraph());
        root.set("invalidRuns", RecordJson.of(result.invalid()));
        root.setAll(ComparisonJson.of(result.comparison()));
        return root.toString();
    }
}
