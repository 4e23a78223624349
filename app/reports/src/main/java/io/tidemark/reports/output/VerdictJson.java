package io.tidemark.reports.output;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.analysis.capacity.Capacity;
import io.tidemark.events.LoadKind;
import io.tidemark.events.VerdictBasis;
import io.tidemark.reports.format.RecordJson;
import io.tidemark.reports.model.PhaseReport;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import io.tidemark.reports.model.StepReport;
import io.tidemark.reports.soak.SoakJson;
import io.tidemark.sinks.store.read.run.PublishingRow;
import io.tidemark.sinks.store.read.run.RunNotes;
import io.tidemark.sinks.store.read.step.ObjectiveRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The verdict as one JSON object: per phase the load held and failed, per step the counts and each objective with its interval. The
 * load of a step whose requests are all due at once is null.
 */
public final class VerdictJson {
    private VerdictJson() {}

    /**
     * One line.
     *
     * @param html the report's page; empty, null in the object, if it could not be written
     */
    public static String of(ReportModel model, Optional<Path> html) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("experiment", model.experiment());
        root.put("madeAt", model.madeAt().toString());
        root.put("report", html.map(Path::toString).orElse(null));
        ArrayNode phases = root.putArray("phases");
        model.phases().forEach(phase -> phase(phases.addObject(), phase));
        return root.toString();
    }

    private static void phase(ObjectNode node, PhaseReport phase) {
        node.put("phase", phase.phase());
        node.setAll(RecordJson.object(phase.capacity()));
        LoadKind kind = phase.loadKinds().stream().findFirst().orElse(LoadKind.RATE);
        node.put("verdictOn", phase.verdictOn().name());
        phase.capacity(kind, VerdictBasis.SUSTAINED).ifPresent(held -> node.set("sustained", held(held)));
        phase.capacity(kind, VerdictBasis.SHORT_RUN).ifPresent(held -> node.set("shortRun", held(held)));
        ArrayNode runs = node.putArray("runs");
        phase.runs().forEach(run -> run(runs.addObject(), run));
        ArrayNode steps = node.putArray("steps");
        phase.steps().forEach(step -> step(steps.addObject(), step));
    }

    private static void run(ObjectNode node, RunReport run) {
        node.put("run", run.id());
        node.put("status", run.run().status().name());
        node.set("invalidReasons", RecordJson.of(run.run().invalidReasons()));
        RunNotes notes = run.run().notes();
        notes.calibration().ifPresent(row -> node.set("calibration", RecordJson.of(row)));
        notes.firstRequestTtftNanos().ifPresent(nanos -> node.put("firstRequestTtftNanos", nanos));
        notes.firstRequestE2eNanos().ifPresent(nanos -> node.put("firstRequestE2eNanos", nanos));
        publishing(node, notes.publishing());
        node.set("lanes", RecordJson.of(run.run().lanes()));
    }

    private static void publishing(ObjectNode node, PublishingRow row) {
        row.clockOffsetNanos().ifPresent(nanos -> node.put("clockOffsetNanos", nanos));
        row.clockOffsetErrorNanos().ifPresent(nanos -> node.put("clockOffsetErrorNanos", nanos));
        row.spooled().ifPresent(events -> node.put("spooledEvents", events));
        row.late().ifPresent(events -> node.put("lateEvents", events));
        row.lost().ifPresent(events -> node.put("lostEvents", events));
    }

    private static void step(ObjectNode node, StepReport report) {
        StepResultRow step = report.result();
        detail(node, report);
        node.set("load", RecordJson.of(report.isAllAtOnce() ? OptionalDouble.empty() : OptionalDouble.of(step.load())));
        node.put("loadKind", step.loadKind().name());
        node.put("finality", step.finality().name());
        node.put("due", step.counts().due());
        node.put("sent", step.counts().sent());
        node.put("ok", step.counts().ok());
        node.put("verdict", step.verdict().name());
        ArrayNode objectives = node.putArray("objectives");
        step.objectives().forEach(objective -> objective(objectives.addObject(), objective));
        report.detail().soak().ifPresent(soak -> node.set("soak", SoakJson.of(soak)));
    }

    private static void detail(ObjectNode node, StepReport report) {
        StepResultRow step = report.result();
        node.set("drawnRate", RecordJson.of(step.drawnRate()));
        step.scheduleLagP99Nanos().ifPresent(nanos -> node.put("scheduleLagP99Nanos", nanos));
        step.inFlightPeak().ifPresent(peak -> node.put("inFlightPeak", peak));
        node.set("outcomes", RecordJson.of(step.counts().outcomes()));
        node.put("retries", report.detail().facts().retries());
        node.set("tokenSources", RecordJson.of(report.detail().facts().tokenSources()));
        node.set("flags", RecordJson.of(report.measured().flags()));
        report.measured().state().ifPresent(state -> {
            node.set("plannedCacheShare", RecordJson.of(state.cacheShare().planned()));
            node.set("measuredCacheShare", RecordJson.of(state.cacheShare().measured()));
        });
    }

    private static void objective(ObjectNode node, ObjectiveRow objective) {
        node.put("objective", objective.objective());
        node.put("verdict", objective.verdict().name());
        node.put("limit", objective.limit());
        node.set("value", RecordJson.of(objective.value()));
        node.set("low", RecordJson.of(objective.low()));
        node.set("high", RecordJson.of(objective.high()));
        node.put("count", objective.count());
        node.put("bad", objective.bad());
        objective.neededRequests().ifPresent(needed -> node.put("neededRequests", needed));
        node.put("basis", objective.basis());
        node.put("verdictOn", objective.judgements().verdictOn().name());
        objective.judgements().sustained().ifPresent(judged -> node.set("sustained", RecordJson.of(judged)));
        objective.judgements().shortRun().ifPresent(judged -> node.set("shortRun", RecordJson.of(judged)));
        node.put("standing", objective.standing().name());
        if (objective.budget().left().isPresent()) {
            node.put("budgetLeft", objective.budget().left().getAsDouble());
            node.set("burns", RecordJson.of(objective.budget().burns()));
        }
    }

    private static ObjectNode held(Capacity capacity) {
        ObjectNode node = RecordJson.object(capacity);
        capacity.binding().ifPresent(binding -> node.put("binding", binding.getObjective()));
        return node;
    }
}
