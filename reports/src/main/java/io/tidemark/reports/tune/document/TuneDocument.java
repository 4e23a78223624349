package io.tidemark.reports.tune.document;

import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Document;
import io.tidemark.reports.document.DocumentSection;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.tune.FigureTable;
import io.tidemark.reports.tune.TuneAnswer;
import io.tidemark.reports.tune.TuneDecision;
import io.tidemark.reports.tune.TuneReport;
import io.tidemark.sinks.store.read.tune.TuneRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A tune in words and pictures: the recommendation first, then what it rests on. */
public final class TuneDocument {
    private TuneDocument() {}

    public static Document of(TuneReport report) {
        TuneAnswer answer = TuneDecision.of(report);
        Optional<FigureTable> figures = FigureTable.of(report);
        List<Block> first = new AnswerBlocks(report, answer).blocks();
        ConfigurationTable configurations = new ConfigurationTable(report);
        List<Block> reasons = new ReasonBlocks(report).blocks();
        List<DocumentSection> sections = new ArrayList<>();
        add(sections, "The answer", first);
        add(sections, "Configurations", configurations.blocks());
        add(sections, "Held-out workload", new HeldOutBlocks(report).blocks());
        add(sections, "Figures at one load", new FigureBlocks(report, figures).blocks());
        add(sections, "Why configurations did worse or better", reasons);
        add(sections, "Effect of each flag", new EffectBlocks(report).blocks());
        add(sections, "Throughput per GPU against latency", new ParetoBlocks(report).blocks());
        add(sections, "Order of the starts", new DriftBlocks(report).blocks());
        add(sections, "Starts", new StartTable(report).blocks());
        List<Block> shown = new ArrayList<>(first);
        if (!report.configurations().isEmpty()) {
            shown.add(configurations.table());
        }
        List<Block> all = new ArrayList<>(shown);
        all.addAll(reasons);
        return new Document("Tidemark tune: " + report.tune().experiment(), subtitle(report), shown, all, sections);
    }

    private static void add(List<DocumentSection> sections, String title, List<Block> blocks) {
        if (!blocks.isEmpty()) {
            sections.add(new DocumentSection((sections.size() + 1) + ". " + title, blocks));
        }
    }

    private static String subtitle(TuneReport report) {
        TuneRow tune = report.tune();
        String objective = tune.objective().isBlank() ? "" : "; " + tune.objective();
        return "Tune " + tune.tune() + ", a " + tune.mode() + " of "
                + report.configurations().size()
                + (report.configurations().size() == 1 ? " configuration" : " configurations") + " on " + tune.target()
                + objective + ". Began " + ValueFormat.stamp(tune.started()) + "; made "
                + ValueFormat.stamp(report.madeAt()) + ".";
    }
}
