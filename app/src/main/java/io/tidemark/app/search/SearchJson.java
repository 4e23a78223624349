package io.tidemark.app.search;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.analysis.search.LoadInterval;
import io.tidemark.analysis.search.ObjectiveDecision;
import io.tidemark.analysis.search.ProbeResult;
import io.tidemark.reports.format.RecordJson;

/** A search as one JSON object: the interval, why it ended, and every probe with its run. */
public record SearchJson(SearchRequest order) {
    /** One line. */
    public String of(SearchOutcome outcome) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        LoadInterval found = outcome.interval();
        root.put("experiment", order.plan().experiment());
        root.put("loadKind", order.kind().name());
        root.set("heldUpTo", RecordJson.of(found.heldUpTo()));
        root.set("failsFrom", RecordJson.of(found.failsFrom()));
        if (found.isClosed()) {
            root.put("factor", found.factor());
        }
        outcome.search()
                .estimate()
                .ifPresent(estimate ->
                        root.put("mostLikely", estimate.load()).put("relativeError", estimate.relativeError()));
        root.put("monotone", found.monotone());
        root.put("ended", outcome.ended().name());
        root.put("reason", outcome.endReason());
        root.put("spentSeconds", outcome.duration().toSeconds());
        ArrayNode probes = root.putArray("probes");
        for (int index = 0; index < outcome.search().results().size(); index++) {
            probe(probes.addObject(), outcome.search().results().get(index))
                    .put("run", outcome.runs().get(index));
        }
        root.set("runs", RecordJson.of(outcome.runs()));
        return root.toString();
    }

    private ObjectNode probe(ObjectNode node, ProbeResult result) {
        node.put("load", result.load());
        node.put("decision", result.decision().name());
        node.put("end", result.end().name());
        node.put("seconds", result.seconds());
        ArrayNode objectives = node.putArray("objectives");
        for (int index = 0; index < result.objectives().size(); index++) {
            ObjectiveDecision seen = result.objectives().get(index);
            objectives
                    .addObject()
                    .put("objective", order.plan().objectives().get(index).getName())
                    .put("decision", seen.decision().name())
                    .put("count", seen.n())
                    .put("bad", seen.bad())
                    .put("allowed", order.rules().limits().get(index))
                    .put("designEffect", seen.designEffect());
        }
        return node;
    }
}
