package io.tidemark.app.compare;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.app.report.CapacityJson;
import io.tidemark.events.LoadKind;
import io.tidemark.events.VerdictBasis;

/** A table of phases as a JSON object: what each holds, and each later one's comparison with the first. */
public final class PhaseTableJson {
    private static final JsonMapper JSON = new JsonMapper();

    private PhaseTableJson() {}

    /** One line. */
    public static String of(PhaseTable table) {
        ObjectNode root = JSON.createObjectNode();
        root.put("madeAt", table.madeAt().toString());
        root.put("answer", new PhaseTableAnswer(table).headline().text());
        root.set("unlike", JSON.valueToTree(table.unlike()));
        ArrayNode phases = root.putArray("phases");
        table.sides().forEach(side -> phase(phases.addObject(), side, table));
        ArrayNode comparisons = root.putArray("comparisons");
        table.comparisons().forEach(comparison -> comparisons.add(ComparisonJson.of(comparison)));
        return root.toString();
    }

    private static void phase(ObjectNode node, ComparedSide side, PhaseTable table) {
        node.put("phase", side.name());
        node.set(
                "runs",
                JSON.valueToTree(side.runs().stream().map(ComparedRun::id).toList()));
        node.set("leftOut", JSON.valueToTree(side.leftOut()));
        ArrayNode held = node.putArray("held");
        table.loadKinds().forEach(kind -> held(held.addObject(), side, kind));
    }

    private static void held(ObjectNode node, ComparedSide side, LoadKind kind) {
        node.put("loadKind", kind.name())
                .put("verdictOn", PhaseTable.verdictOn(side).name());
        CapacityJson.put(node, PhaseTable.capacity(side, kind));
        PhaseTable.capacity(side, kind, VerdictBasis.SUSTAINED)
                .ifPresent(capacity -> CapacityJson.put(node.putObject("sustained"), capacity));
        PhaseTable.capacity(side, kind, VerdictBasis.SHORT_RUN)
                .ifPresent(capacity -> CapacityJson.put(node.putObject("shortRun"), capacity));
    }
}
