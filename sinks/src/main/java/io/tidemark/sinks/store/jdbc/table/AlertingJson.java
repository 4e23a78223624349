package io.tidemark.sinks.store.jdbc.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.events.BurnRule;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.VerdictBasis;
import io.tidemark.sinks.store.read.run.SloRow;
import java.util.ArrayList;
import java.util.List;

/** An objective's alerting as it is stored: the names are those of the event's fields. */
public final class AlertingJson {
    private AlertingJson() {}

    static String json(ObjectiveState objective) {
        ObjectNode node = JsonNodeFactory.instance
                .objectNode()
                .put("level", objective.getLevel())
                .put("minFiringSeconds", objective.getMinFiringSeconds())
                .put("flapChanges", objective.getFlapChanges())
                .put("flapSeconds", objective.getFlapSeconds())
                .put("periodSeconds", objective.getPeriodSeconds())
                .put("verdictOn", objective.getVerdictOn().name());
        ArrayNode rules = node.putArray("burnRules");
        for (BurnRule rule : objective.getBurnRules()) {
            rules.addObject()
                    .put("severity", rule.getSeverity())
                    .put("burn", rule.getBurn())
                    .put("longSeconds", rule.getLongSeconds())
                    .put("shortSeconds", rule.getShortSeconds())
                    .put("forSeconds", rule.getForSeconds())
                    .put("clearRatio", rule.getClearRatio())
                    .put("clearAfter", rule.getClearAfter());
        }
        return node.toString();
    }

    public static SloRow.Alerting row(JsonNode node) {
        List<BurnRule> rules = new ArrayList<>();
        for (JsonNode rule : node.path("burnRules")) {
            rules.add(BurnRule.newBuilder()
                    .setSeverity(rule.path("severity").asText())
                    .setBurn(rule.path("burn").asDouble())
                    .setLongSeconds(rule.path("longSeconds").asInt())
                    .setShortSeconds(rule.path("shortSeconds").asInt())
                    .setForSeconds(rule.path("forSeconds").asInt())
                    .setClearRatio(rule.path("clearRatio").asDouble())
                    .setClearAfter(rule.path("clearAfter").asInt())
                    .build());
        }
        return new SloRow.Alerting(
                node.path("level").asDouble(),
                node.path("minFiringSeconds").asInt(),
                node.path("flapChanges").asInt(),
                node.path("flapSeconds").asInt(),
                node.path("periodSeconds").asInt(),
                rules,
                VerdictBasis.valueOf(node.path("verdictOn").asText()));
    }
}
