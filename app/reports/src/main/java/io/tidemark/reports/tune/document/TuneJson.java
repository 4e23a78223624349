package io.tidemark.reports.tune.document;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.analysis.measure.Measure;
import io.tidemark.reports.format.RecordJson;
import io.tidemark.reports.tune.Configuration;
import io.tidemark.reports.tune.FigureTable;
import io.tidemark.reports.tune.GpuCount;
import io.tidemark.reports.tune.SweptFlags;
import io.tidemark.reports.tune.TuneDecision;
import io.tidemark.reports.tune.TuneDecision.TuneAnswer;
import io.tidemark.reports.tune.TuneReport;
import io.tidemark.reports.tune.TuneStart;
import io.tidemark.reports.tune.document.AnswerBlocks.TuneStanding;
import io.tidemark.reports.tune.document.ConfigurationTable.TellingLine;
import io.tidemark.sinks.store.read.run.QualityRow;
import io.tidemark.sinks.store.read.tune.TuneRow;
import java.util.List;
import java.util.Optional;

/** A tune as a JSON object: latencies in nanoseconds, rates per second, ratios over the baseline; what is not known is null. */
public final class TuneJson {
    private TuneJson() {}

    public static ObjectNode of(TuneReport report) {
        ObjectNode root = of(report.tune());
        root.put("madeAt", report.madeAt().toString());
        root.put("standing", new TuneStanding(report).counts());
        root.put("goal", report.goal().name());
        root.set("sweptFlags", RecordJson.of(report.flags().names()));
        List<TuneReport> loads = report.byLoad();
        if (loads.size() == 1) {
            compared(root, report);
        } else {
            ArrayNode byLoad = root.putArray("byLoad");
            loads.forEach(each -> compared(byLoad.addObject().put("load", each.load()), each));
        }
        ArrayNode starts = root.putArray("starts");
        report.starts().forEach(start -> start(starts.addObject(), report, start));
        return root;
    }

    /** What is compared under one load. */
    private static void compared(ObjectNode root, TuneReport report) {
        answer(root.putObject("answer"), TuneDecision.of(report));
        root.put("baseline", report.base().map(Configuration::phase).orElse(null));
        root.put("confidenceOfEach", report.comparison().policy().confidence());
        Optional<FigureTable> figures = FigureTable.of(report);
        figures.ifPresent(table -> root.putObject("figuresAt")
                .put("loadKind", table.at().load().kind().name())
                .put("load", table.at().load().load())
                .put("heldByAll", table.at().heldByAll()));
        ArrayNode configurations = root.putArray("configurations");
        report.configurations().forEach(one -> configuration(configurations.addObject(), report, one, figures));
        root.set("reasons", RecordJson.of(ReasonBlocks.sentences(report)));
        new EffectBlocks(report).put(root);
    }

    /** What the journal says of the tune itself, without its starts. */
    public static ObjectNode of(TuneRow tune) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("tune", tune.tune())
                .put("team", tune.team().name())
                .put("experiment", tune.experiment())
                .put("target", tune.target())
                .put("mode", tune.mode())
                .put("objective", tune.objective())
                .put("activity", tune.activity().name())
                .put("description", tune.description())
                .put("started", tune.started().toString())
                .put("planned", tune.planned());
        root.set("expectedEnd", RecordJson.of(tune.expectedEnd()));
        return root;
    }

    private static void answer(ObjectNode node, TuneAnswer answer) {
        node.put("outcome", answer.outcome().name())
                .put(
                        "recommended",
                        answer.recommended().map(Configuration::phase).orElse(null))
                .put("sentence", answer.sentence());
    }

    private static void configuration(
            ObjectNode node, TuneReport report, Configuration one, Optional<FigureTable> figures) {
        node.put("configuration", one.phase()).put("isDefault", one.isDefault()).put("gpus", GpuCount.of(one));
        ObjectNode flags = node.putObject("flags");
        report.flags().names().forEach(flag -> flags.put(flag, SweptFlags.value(one, flag)));
        node.put("measured", one.measured().size())
                .put("infeasible", one.infeasible().size())
                .put("starts", one.starts().size());
        value(node, report, one);
        report.onHeldOut()
                .ifPresent(other -> other.configuration(one.phase())
                        .ifPresent(there -> value(node.putObject("heldOut"), other, there)));
        ArrayNode quality = node.putArray("quality");
        one.quality().rows().values().forEach(row -> quality(quality.addObject(), row));
        one.failure()
                .ifPresent(start ->
                        node.put("failure", start.trial().failure()).put("failureLine", TellingLine.of(start.trial())));
        figures.filter(table -> table.rows().containsKey(one.phase()))
                .ifPresent(table -> figures(node.putObject("figures"), table, one.phase()));
    }

    /** Its value, and what that is over the baseline's. */
    private static void value(ObjectNode node, TuneReport report, Configuration one) {
        node.set("mean", RecordJson.of(report.mean(one)));
        report.comparison().ratio(one).ifPresent(ratio -> {
            node.put("ratio", ratio.value());
            node.set("low", RecordJson.of(ratio.low()));
            node.set("high", RecordJson.of(ratio.high()));
        });
        report.comparison()
                .of(one)
                .ifPresent(compared -> node.put("verdict", compared.verdict().name()));
    }

    private static void quality(ObjectNode node, QualityRow row) {
        node.put("task", row.task())
                .put("metric", row.metric())
                .put("filter", row.filter())
                .put("value", row.value());
        node.set("stderr", RecordJson.of(row.stderr()));
        node.set("n", RecordJson.of(row.n()));
    }

    private static void figures(ObjectNode node, FigureTable table, String phase) {
        List<FigureTable.Figure> row = table.rows().getOrDefault(phase, List.of());
        for (int at = 0; at < row.size(); at++) {
            Measure measure = table.measures().get(at);
            ObjectNode figure = node.putObject(measure.label());
            figure.set("value", RecordJson.of(row.get(at).value()));
            row.get(at).compared().ifPresent(compared -> {
                figure.put("change", compared.change().value());
                figure.set("low", RecordJson.of(compared.change().low()));
                figure.set("high", RecordJson.of(compared.change().high()));
                figure.put("verdict", compared.verdict().name());
            });
        }
    }

    private static void start(ObjectNode node, TuneReport report, TuneStart start) {
        node.setAll(RecordJson.object(start.trial()));
        node.set("value", RecordJson.of(report.value(start)));
        node.set("excluded", RecordJson.of(start.excluded()));
    }
}
