package io.tidemark.app.report;

import io.tidemark.app.report.document.Block;
import io.tidemark.app.report.document.Document;
import io.tidemark.app.report.document.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A report in words and pictures: the same sections in the same order for every form. */
public final class ReportDocument {
    private ReportDocument() {}

    public static Document of(ReportModel model) {
        Answer answer = new Answer(model);
        Trust trust = new Trust(model);
        return new Document(
                "Tidemark report: " + model.experiment(),
                "Made " + Figures.stamp(model.madeAt()) + " from "
                        + model.runs().size() + " " + (model.runs().size() == 1 ? "run" : "runs") + ".",
                joined(smoke(model), verdict(answer, trust)),
                sections(List.of(
                        () -> new Section("1. The answer", joined(smoke(model), trust.alarms(), answer.blocks())),
                        () -> new Section("2. Can it be trusted?", trust.blocks()),
                        () -> new Section("3. Latency against load", new LoadPictures(model).blocks()),
                        () -> new Section("4. Over time", new TimePictures(model).blocks()),
                        () -> new Section(
                                "5. Distributions",
                                joined(
                                        new DistributionPictures(model).blocks(),
                                        new LengthPictures(model).blocks(),
                                        new ClassTable(model).blocks(),
                                        new TurnTable(model).blocks(),
                                        new EnergyTable(model).blocks())),
                        () -> new Section("6. Configuration", new Configuration(model).blocks()),
                        () -> new Section("7. Breaches and errors", new Troubles(model).blocks()))));
    }

    /** Each is made of the same model for itself, so on all cores. */
    private static List<Section> sections(List<Supplier<Section>> made) {
        return made.parallelStream().map(Supplier::get).toList();
    }

    private static List<Block> smoke(ReportModel model) {
        return model.isSmokeTest() ? new Smoke(model).blocks() : List.of();
    }

    private static List<Block> verdict(Answer answer, Trust trust) {
        List<Block> verdict = joined(trust.alarms(), answer.inShort());
        verdict.addAll(trust.inShort());
        return verdict;
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
