package io.tidemark.reports.compare.document;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.analysis.compare.ComparedMeasure;
import io.tidemark.analysis.compare.RunSeries;
import io.tidemark.analysis.compare.SignalShift;
import io.tidemark.analysis.difference.SideValues;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.compare.Comparison;
import io.tidemark.reports.compare.document.ComparisonDocument.ComparisonSummary;
import io.tidemark.reports.format.RecordJson;
import io.tidemark.reports.run.MeasuredRun;
import java.util.List;

/** A comparison as a JSON object: values in nanoseconds, per second, or shares, as the figure's family says; changes are shares. */
public final class ComparisonJson {
    private ComparisonJson() {}

    /** Returns a new object, to which the caller may add fields. */
    public static ObjectNode of(Comparison comparison) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("madeAt", comparison.madeAt().toString());
        root.put("answer", new ComparisonSummary(comparison).headline().text());
        side(root.putObject("base"), comparison.base());
        side(root.putObject("candidate"), comparison.candidate());
        new SloSummary(comparison).put(root.putArray("slo"));
        root.set("mismatches", RecordJson.of(comparison.differences()));
        ArrayNode lines = root.putArray("compared");
        comparison.result().compared().forEach(one -> line(lines.addObject(), one));
        ArrayNode missing = root.putArray("onlyInBase");
        comparison.result().onlyInBase().forEach(question -> question(missing.addObject(), question));
        ArrayNode beyond = root.putArray("beyondCapacity");
        comparison.result().beyondHeldLoad().forEach(one -> question(beyond.addObject(), one.question()));
        ArrayNode changePoints = root.putArray("changePoints");
        comparison.result().steps().forEach(step -> changePoint(changePoints.addObject(), step));
        ArrayNode signals = root.putArray("signals");
        comparison.shifts().forEach(shift -> shift(signals.addObject(), shift));
        ArrayNode flags = root.putArray("differingFlags");
        new ConfigurationDiff(List.of(comparison.base(), comparison.candidate()))
                .differingFlags()
                .forEach(flag -> flags.addObject()
                        .put("flag", flag)
                        .put("base", ConfigurationDiff.flag(comparison.base(), flag))
                        .put("candidate", ConfigurationDiff.flag(comparison.candidate(), flag)));
        return root;
    }

    private static void side(ObjectNode node, ComparedSide side) {
        node.put("name", side.name());
        node.set("runs", RecordJson.of(side.runs().stream().map(MeasuredRun::id).toList()));
        node.set("excluded", RecordJson.of(side.excluded()));
        node.set(
                "flagMismatches",
                RecordJson.of(side.runs().stream()
                        .flatMap(run -> run.flagMismatches().stream())
                        .distinct()
                        .toList()));
    }

    private static void line(ObjectNode node, ComparedMeasure one) {
        question(node, one.question());
        answers(node.putObject("base"), one.base());
        answers(node.putObject("candidate"), one.candidate());
        node.put("change", one.change().value());
        node.set("low", RecordJson.of(one.change().low()));
        node.set("high", RecordJson.of(one.change().high()));
        node.set("p", RecordJson.of(one.change().p()));
        node.set("adjustedP", RecordJson.of(one.change().adjustedP()));
        node.put("margin", one.margin());
        node.put("block", one.block());
        node.put("verdict", one.verdict().name());
        node.put("notWorse", one.isNotWorse());
        node.set("detectable", RecordJson.of(one.detectable()));
        node.put("basis", one.basis().name());
        one.runsNeeded().ifPresent(runs -> node.put("runsNeeded", runs));
    }

    private static void changePoint(ObjectNode node, RunSeries.Step step) {
        question(node, step.question());
        node.put("run", step.run());
        node.put("startedAt", step.startedAt().toString());
        node.put("change", step.change().value());
        node.set("low", RecordJson.of(step.change().low()));
        node.set("high", RecordJson.of(step.change().high()));
        node.put("regressed", step.regressed());
    }

    private static void question(ObjectNode node, MeasureAtLoad question) {
        node.put("figure", question.measure().label());
        node.put("family", question.measure().family().name());
        node.put("loadKind", question.loadKind().name());
        node.put("load", question.load());
        node.put("class", question.requestClass());
    }

    private static void answers(ObjectNode node, SideValues answers) {
        node.put("value", answers.mean());
        node.put("requests", answers.count());
        node.set("byRun", RecordJson.of(answers.values()));
    }

    private static void shift(ObjectNode node, SignalShift shift) {
        node.put("signal", shift.signal());
        node.put("base", shift.baseMean());
        node.put("candidate", shift.candidateMean());
    }
}
