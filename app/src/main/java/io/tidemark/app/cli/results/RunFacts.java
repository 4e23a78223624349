package io.tidemark.app.cli.results;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.format.RecordJson;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.format.VerdictFormat;
import io.tidemark.reports.model.TargetShare;
import io.tidemark.schemas.FigureDoubt;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.StepNumber;
import io.tidemark.schemas.ValueText;
import io.tidemark.servers.process.ShellWords;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.run.RunOrigin;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.read.run.SloRow;
import io.tidemark.sinks.store.read.run.TargetRow;
import io.tidemark.sinks.store.read.step.MetricRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import io.tidemark.sinks.store.read.step.StepRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the store knows of one run.
 *
 * @param steps by number
 * @param requests stored rows of requests; 0 once their retention is over
 */
record RunFacts(RunRow run, List<SloRow> objectives, List<StepRow> steps, long requests) {
    RunFacts {
        objectives = List.copyOf(objectives);
        steps = List.copyOf(steps);
    }

    static RunFacts read(ResultReader results, RunRow run) {
        RunKey key = run.key();
        return new RunFacts(run, results.objectives(key), results.steps(key), results.requestCount(key));
    }

    /** For people: a line for each fact, those that are missing left out. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        add(lines, "run", run.key().run());
        add(lines, "team", run.key().team().name());
        add(lines, "experiment", run.experiment() + " / " + run.phase());
        add(lines, "started", ValueFormat.stamp(run.started()));
        run.ended()
                .ifPresent(ended -> add(
                        lines,
                        "ended",
                        ValueFormat.stamp(ended) + ", after "
                                + ValueText.duration(Duration.between(run.started(), ended))));
        add(lines, "status", run.standing());
        run.invalidReasons().forEach(reason -> add(lines, "invalid", reason));
        run.lost().ifPresent(lost -> add(lines, "lost", lost.reason()));
        run.notes().targetFailure().ifPresent(failure -> add(lines, "target", failure));
        run.notes().allRemarks().forEach(remark -> add(lines, "note", remark));
        run.imported().ifPresent(from -> add(lines, "imported", from.toolAndVersion()));
        run.targets().forEach(target -> add(lines, "target", format(target)));
        add(lines, "flags", format(run.origin().phaseConfig()));
        add(lines, "labels", format(run.origin().labels()));
        objectives.forEach(objective -> add(lines, "SLO", objective.name()));
        steps.forEach(step -> {
            add(lines, "step " + StepNumber.of(step.step()), format(step));
            targets(step).forEach(target -> add(lines, "", format(target, flags(step))));
        });
        add(lines, "requests", ValueText.count(requests) + " stored");
        add(lines, "plan", run.origin().planHash());
        add(lines, "version", run.origin().toolVersion());
        add(lines, "command", run.origin().command());
        return lines;
    }

    /** What each of several targets served of a step. */
    List<TargetShare> targets(StepRow step) {
        return TargetShare.of(run, step);
    }

    /** What is to be known of a step's figures. */
    static List<String> flags(StepRow step) {
        return step.result().map(StepResultRow::flags).orElse(List.of());
    }

    private static String format(TargetShare target, List<String> flags) {
        Map<Metric, MetricRow> metrics = target.result().metrics();
        return String.format(
                Locale.ROOT,
                "%s  n %s, %s of %s expected%s, errors %s, TTFT %s, TPOT %s, E2E %s",
                target.target(),
                ValueText.count(target.result().counts().due()),
                ValueText.percent(target.share()),
                ValueText.percent(target.expectedShare()),
                target.isUneven() ? " (uneven)" : "",
                ValueText.count(target.failed()),
                ValueFormat.percentiles(metrics, Metric.TTFT, flags).text(),
                ValueFormat.percentiles(metrics, Metric.TPOT, flags).text(),
                ValueFormat.percentiles(metrics, Metric.E2E, flags).text());
    }

    private static void add(List<String> lines, String name, String value) {
        if (!value.isBlank()) {
            lines.add(String.format(Locale.ROOT, "%-11s %s", name, value));
        }
    }

    private static String format(TargetRow target) {
        return target.url() + "  " + target.model()
                + target.serverVersion().map(version -> "  " + version).orElse("");
    }

    private static String format(Map<String, String> flags) {
        return ShellWords.join(new TreeMap<>(flags)
                .entrySet().stream()
                        .map(flag -> flag.getKey() + "=" + flag.getValue())
                        .toList());
    }

    private static String format(StepRow step) {
        return step.result().map(RunFacts::format).orElse("no result yet");
    }

    private static String format(StepResultRow result) {
        return String.format(
                Locale.ROOT,
                "%s  %s  %s, %s",
                ValueText.load(result.loadKind(), result.load()),
                VerdictFormat.word(result.verdict()),
                word(result.finality()),
                result.breaches() == 1 ? "1 breach" : ValueText.count(result.breaches()) + " breaches");
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Runs as one line: {@code {"runs": [...]}}, in the order given. */
    static String jsonList(List<RunRow> runs) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        ArrayNode array = root.putArray("runs");
        runs.forEach(run -> put(array.addObject(), run));
        return root.toString();
    }

    /** As one line of JSON. */
    String json() {
        ObjectNode root = put(JsonNodeFactory.instance.objectNode(), run);
        root.set("invalidReasons", RecordJson.of(run.invalidReasons()));
        run.lost().ifPresent(lost -> root.put("lost", lost.reason()));
        run.imported().ifPresent(from -> root.put("importedFrom", from.tool()));
        ArrayNode targets = root.putArray("targets");
        run.targets().forEach(target -> put(targets.addObject(), target));
        root.set("lanes", RecordJson.of(run.lanes()));
        ArrayNode names = root.putArray("objectives");
        objectives.forEach(objective -> names.add(objective.name()));
        ArrayNode results = root.putArray("steps");
        steps.forEach(step -> {
            ObjectNode node = results.addObject().put("step", StepNumber.of(step.step()));
            step.result().ifPresent(result -> put(node, result));
            List<TargetShare> served = targets(step);
            if (!served.isEmpty()) {
                ArrayNode byTarget = node.putArray("targets");
                Set<Metric> unfit = FigureDoubt.unfitMetrics(flags(step));
                served.forEach(target -> put(byTarget.addObject(), target, unfit));
            }
        });
        root.put("storedRequests", requests);
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

    /**
     * The run of that id, of any team.
     *
     * @throws InvalidInputException if the store holds no such run
     */
    static RunRow row(ResultReader results, String id) {
        return results.teams().stream()
                .flatMap(team -> results.run(new RunKey(team, id)).stream())
                .findFirst()
                .orElseThrow(() -> new InvalidInputException(
                        "run " + id + " is not in the store; tidemark runs list shows what is"));
    }
}
