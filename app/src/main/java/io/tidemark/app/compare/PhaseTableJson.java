package io.tidemark.app.compare;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.analysis.Capacity;
import java.util.OptionalDouble;

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
        table.loadKinds().forEach(kind -> {
            Capacity capacity = PhaseTable.capacity(side, kind);
            ObjectNode one = held.addObject().put("loadKind", kind.name()).put("monotone", capacity.monotone());
            put(one, "heldUpTo", capacity.heldUpTo());
            put(one, "failsFrom", capacity.failsFrom());
        });
    }

    private static void put(ObjectNode node, String name, OptionalDouble value) {
        if (value.isPresent()) {
            node.put(name, value.getAsDouble());
            return;
        }
        node.putNull(name);
    }
}
