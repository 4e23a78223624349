package io.tidemark.reports.gate;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.reports.compare.document.ComparisonJson;

/** A gate's result as one JSON object: the comparison with its outcome first. */
public final class GateJson {
    private static final JsonMapper JSON = new JsonMapper();

    private GateJson() {}

    /** One line. */
    public static String of(GateResult result) {
        ObjectNode root = JSON.createObjectNode();
        root.put("outcome", result.headline().replace(' ', '_'));
        root.put("exitCode", result.exitCode().code());
        root.put("paragraph", result.paragraph());
        root.set("invalidRuns", JSON.valueToTree(result.invalid()));
        root.setAll(ComparisonJson.of(result.comparison()));
        return root.toString();
    }
}
