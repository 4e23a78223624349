package io.tidemark.app.report;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.analysis.Capacity;
import io.tidemark.sinks.store.read.ObjectiveRow;
import io.tidemark.sinks.store.read.StepResultRow;
import java.util.OptionalDouble;

/** The verdict as one JSON object: per phase the load held and failed, per step the counts and each objective with its interval. */
public final class VerdictJson {
    private static final JsonMapper JSON = new JsonMapper();

    private VerdictJson() {}

    /** One line. */
    public static String of(ReportModel model, ReportWriter.Written written) {
        ObjectNode root = JSON.createObjectNode();
        root.put("experiment", model.experiment());
        root.put("madeAt", model.madeAt().toString());
        root.put("report", written.html().toString());
        ArrayNode phases = root.putArray("phases");
        model.phases().forEach(phase -> phase(phases.addObject(), phase));
        return root.toString();
    }

    private static void phase(ObjectNode node, PhaseReport phase) {
        Capacity capacity = phase.capacity();
        node.put("phase", phase.phase());
        put(node, "heldUpTo", capacity.heldUpTo());
        put(node, "failsFrom", capacity.failsFrom());
        node.put("monotone", capacity.monotone());
        ArrayNode runs = node.putArray("runs");
        phase.runs()
                .forEach(run -> runs.addObject()
                        .put("run", run.id())
                        .put("status", run.run().status().name())
                        .set("invalidReasons", JSON.valueToTree(run.run().invalidReasons())));
        ArrayNode steps = node.putArray("steps");
        phase.steps().forEach(step -> step(steps.addObject(), step.result()));
    }

    private static void step(ObjectNode node, StepResultRow step) {
        node.put("load", step.load());
        node.put("loadKind", step.loadKind().name());
        node.put("finality", step.finality().name());
        node.put("due", step.counts().due());
        node.put("sent", step.counts().sent());
        node.put("ok", step.counts().ok());
        node.put("verdict", step.verdict().name());
        ArrayNode objectives = node.putArray("objectives");
        step.objectives().forEach(objective -> objective(objectives.addObject(), objective));
    }

    private static void objective(ObjectNode node, ObjectiveRow objective) {
        node.put("objective", objective.objective());
        node.put("verdict", objective.verdict().name());
        node.put("limit", objective.limit());
        put(node, "value", objective.value());
        put(node, "low", objective.low());
        put(node, "high", objective.high());
        node.put("count", objective.count());
        node.put("bad", objective.bad());
        objective.neededRequests().ifPresent(needed -> node.put("neededRequests", needed));
        node.put("basis", objective.basis());
    }

    private static void put(ObjectNode node, String name, OptionalDouble value) {
        if (value.isPresent()) {
            node.put(name, value.getAsDouble());
            return;
        }
        node.putNull(name);
    }
}
