package io.tidemark.reports.output;

import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Document;
import io.tidemark.reports.document.Document.DocumentSection;
import io.tidemark.reports.figure.DistributionCharts;
import io.tidemark.reports.figure.LengthCharts;
import io.tidemark.reports.figure.LoadCharts;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.SmokeTestSection;
import io.tidemark.reports.section.AnswerSection;
import io.tidemark.reports.section.BreachesSection;
import io.tidemark.reports.section.ConfigurationSection;
import io.tidemark.reports.section.EnergyTable;
import io.tidemark.reports.section.StepParts;
import io.tidemark.reports.section.TimelineSection;
import io.tidemark.reports.validity.ValiditySection;
import io.tidemark.schemas.ValueText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A report in words and pictures: the same sections in the same order for every form. */
public final class ReportDocument {
    private ReportDocument() {}

    public static Document of(ReportModel model) {
        AnswerSection answer = new AnswerSection(model);
        ValiditySection trust = new ValiditySection(model);
        return new Document(
                "Tidemark report: " + model.experiment(),
                "Made " + ValueFormat.stamp(model.madeAt()) + " from " + runs(model) + ".",
                joined(smoke(model), trust.alarms(), answer.shortSummary(), trust.validityLines()),
                joined(smoke(model), trust.alarms(), answer.summary(), trust.summary(), trust.caveats()),
                sections(List.of(
                        () -> new DocumentSection(
                                "1. The answer", joined(smoke(model), trust.alarms(), answer.blocks(trust.caveats()))),
                        () -> new DocumentSection("2. Can it be trusted?", trust.blocks()),
                        () -> new DocumentSection("3. Latency against load", new LoadCharts(model).blocks()),
                        () -> new DocumentSection("4. Over time", TimelineSection.blocks(model)),
                        () -> new DocumentSection(
                                "5. Distributions",
                                joined(
                                        new DistributionCharts(model).blocks(),
                                        new LengthCharts(model).blocks(),
                                        StepParts.targets(model),
                                        StepParts.servers(model),
                                        StepParts.classes(model),
                                        StepParts.turns(model),
                                        EnergyTable.blocks(model))),
                        () -> new DocumentSection("6. Configuration", ConfigurationSection.blocks(model)),
                        () -> new DocumentSection("7. Breaches and errors", BreachesSection.blocks(model)),
                        () -> new DocumentSection("8. Appendix: remarks", trust.remarks()))));
    }

    private static String runs(ReportModel model) {
        String shown = ValueText.count(model.runs().size(), "run");
        return model.hasObjectives() && model.decidingRuns() > model.runs().size()
                ? shown + "; the answer rests on " + ValueText.count(model.decidingRuns(), "run")
                : shown;
    }

    /** Each is made of the same model for itself, so on all cores. */
    private static List<DocumentSection> sections(List<Supplier<DocumentSection>> made) {
        return made.parallelStream()
                .map(Supplier::get)
                .filter(section -> !section.blocks().isEmpty())
                .toList();
    }

    private static List<Block> smoke(ReportModel model) {
        return model.isSmokeTest() ? new SmokeTestSection(model).blocks() : List.of();
    }

    @SafeVarargs
    private static List<Block> joined(List<Block>... parts) {
        List<Block> blocks = new ArrayList<>();
        for (List<Block> part : parts) {
            blocks.addAll(part);
        }
        return blocks;
    }
}
