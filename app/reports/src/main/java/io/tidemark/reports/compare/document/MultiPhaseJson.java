package io.tidemark.reports.compare.document;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.events.LoadKind;
import io.tidemark.events.VerdictBasis;
import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.compare.MultiPhaseComparison;
import io.tidemark.reports.compare.document.MultiPhaseDocument.MultiPhaseSummary;
import io.tidemark.reports.format.RecordJson;
import io.tidemark.reports.run.MeasuredRun;

/** A table of phases as a JSON object: what each holds, and each later one's comparison with the first. */
public final class MultiPhaseJson {
    private MultiPhaseJson() {}

    /** One line. */
    public static String of(MultiPhaseComparison table) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("madeAt", table.madeAt().toString());
        root.put("answer", new MultiPhaseSummary(table).headline().text());
        root.set("mismatches", RecordJson.of(table.differences()));
        ArrayNode phases = root.putArray("phases");
        table.sides().forEach(side -> phase(phases.addObject(), side, table));
        ArrayNode comparisons = root.putArray("comparisons");
        table.comparisons().forEach(comparison -> comparisons.add(ComparisonJson.of(comparison)));
        return root.toString();
    }

    private static void phase(ObjectNode node, ComparedSide side, MultiPhaseComparison table) {
        node.put("phase", side.name());
        node.set("runs", RecordJson.of(side.runs().stream().map(MeasuredRun::id).toList()));
        node.set("excluded", RecordJson.of(side.excluded()));
        ArrayNode held = node.putArray("held");
        table.loadKinds().forEach(kind -> held(held.addObject(), side, kind));
    }

    private static void held(ObjectNode node, ComparedSide side, LoadKind kind) {
        node.put("loadKind", kind.name())
                .put("verdictOn", MultiPhaseComparison.verdictOn(side).name());
        node.setAll(RecordJson.object(MultiPhaseComparison.capacity(side, kind)));
        MultiPhaseComparison.capacity(side, kind, VerdictBasis.SUSTAINED)
                .ifPresent(capacity -> node.set("sustained", RecordJson.of(capacity)));
        MultiPhaseComparison.capacity(side, kind, VerdictBasis.SHORT_RUN)
                .ifPresent(capacity -> node.set("shortRun", RecordJson.of(capacity)));
    }
}
