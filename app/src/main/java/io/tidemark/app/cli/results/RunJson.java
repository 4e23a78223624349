package io.tidemark.app.cli.results;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.reports.format.RecordJson;
import io.tidemark.reports.model.TargetShare;
import io.tidemark.schemas.FigureDoubt;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.StepNumber;
import io.tidemark.sinks.store.read.run.RunOrigin;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.read.run.TargetRow;
import io.tidemark.sinks.store.read.step.MetricRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** Runs of the store as JSON. */
final class RunJson {
    private RunJson() {}

    /** One line: {@code {"runs": [...]}}, in the order given. */
    static String list(List<RunRow> runs) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        ArrayNode array = root.putArray("runs");
        runs.forEach(run -> put(array.addObject(), run));
        return root.toString();
    }

    /** One line. */
    static String of(RunFacts facts) {
        ObjectNode root = put(JsonNodeFactory.instance.objectNode(), facts.run());
        RunRow run = facts.run();
        root.set("invalidReasons", RecordJson.of(run.invalidReasons()));
        run.lost().ifPresent(lost -> root.put("lost", lost.reason()));
        run.imported().ifPresent(from -> root.put("importedFrom", from.tool()));
        ArrayNode targets = root.putArray("targets");
        run.targets().forEach(target -> put(targets.addObject(), target));
        root.set("lanes", RecordJson.of(run.lanes()));
        ArrayNode objectives = root.putArray("objectives");
        facts.objectives().forEach(objective -> objectives.add(objective.name()));
        ArrayNode steps = root.putArray("steps");
        facts.steps().forEach(step -> {
            ObjectNode node = steps.addObject().put("step", StepNumber.of(step.step()));
            step.result().ifPresent(result -> put(node, result));
            List<TargetShare> served = facts.targets(step);
            if (!served.isEmpty()) {
                ArrayNode byTarget = node.putArray("targets");
                Set<Metric> unfit = FigureDoubt.unfitMetrics(RunFacts.flags(step));
                served.forEach(target -> put(byTarget.addObject(), target, unfit));
            }
        });
        root.put("storedRequests", facts.requests());
        put(root, run.origin());
        return root.toString();
    }

    private static ObjectNode put(ObjectNode node, RunRow run) {
        return node.put("run", run.key().run())
                .put("team", run.key().team().name())
                .put("experiment", run.experiment())
                .put("phase", run.phase())
                .put("started", run.started().toString())
                .put("ended", run.ended().map(Object::toString).orElse(null))
                .put("status", run.standing());
    }

    private static void put(ObjectNode node, TargetRow target) {
        node.put("name", target.name()).put("url", target.url()).put("model", target.model());
        target.serverVersion().ifPresent(version -> node.put("serverVersion", version));
    }

    private static void put(ObjectNode node, StepResultRow result) {
        node.put("loadKind", result.loadKind().name())
                .put("load", result.load())
                .put("finality", result.finality().name())
                .put("verdict", result.verdict().name())
                .put("breaches", result.breaches());
    }

    private static void put(ObjectNode node, TargetShare target, Set<Metric> unfit) {
        node.put("target", target.target())
                .put("requests", target.result().counts().due())
                .put("ok", target.result().counts().ok())
                .put("share", target.share())
                .put("expectedShare", target.expectedShare())
                .put("uneven", target.isUneven());
        target.result().metrics().values().stream()
                .filter(row -> !unfit.contains(row.metric()))
                .sorted(Comparator.comparing(MetricRow::metric))
                .forEach(row -> {
                    ObjectNode metric = node.putObject(row.metric().id());
                    row.p50Nanos().ifPresent(nanos -> metric.put("p50Nanos", nanos));
                    row.p99Nanos().ifPresent(nanos -> metric.put("p99Nanos", nanos));
                });
        target.cacheHitShare().ifPresent(hits -> node.put("cacheHitShare", hits));
    }

    private static void put(ObjectNode node, RunOrigin origin) {
        node.put("planHash", origin.planHash())
                .put("workloadHash", origin.workloadHash())
                .put("toolVersion", origin.toolVersion())
                .put("command", origin.command());
        node.set("labels", RecordJson.of(origin.labels()));
        node.set("flags", RecordJson.of(origin.phaseConfig()));
    }
}
