package io.tidemark.reports.tune.document;

import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Document;
import io.tidemark.reports.document.Document.DocumentSection;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.tune.FigureTable;
import io.tidemark.reports.tune.TuneDecision;
import io.tidemark.reports.tune.TuneDecision.TuneAnswer;
import io.tidemark.reports.tune.TuneReport;
import io.tidemark.reports.tune.document.AnswerBlocks.TuneStanding;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.tune.TuneRow;
import java.util.ArrayList;
import java.util.List;

/** A tune in words and pictures: the recommendation first, then what it rests on. */
public final class TuneDocument {
    private TuneDocument() {}

    public static Document of(TuneReport report) {
        List<TuneReport> loads = report.byLoad();
        List<DocumentSection> sections = new ArrayList<>();
        List<Block> shown = new ArrayList<>();
        List<Block> all = new ArrayList<>();
        TuneStanding standing = new TuneStanding(report);
        for (int load = 0; load < loads.size(); load++) {
            TuneReport each = loads.get(load);
            String under = loads.size() > 1 ? " under " + each.load() : "";
            String ofLoad = loads.size() > 1 ? "-load-" + (load + 1) : "";
            TuneAnswer answer = TuneDecision.of(each);
            AnswerBlocks first = new AnswerBlocks(each, answer);
            List<Block> answered = loads.size() > 1 ? first.underOneLoad() : first.blocks();
            if (loads.size() > 1) {
                shown.add(new Block.Heading("Load " + each.load()));
            }
            shown.addAll(answered);
            ConfigurationTable configurations = new ConfigurationTable(each);
            if (!each.configurations().isEmpty()) {
                shown.add(configurations.table());
            }
            List<Block> reasons = ReasonBlocks.blocks(each);
            all.addAll(reasons);
            DocumentSection.addNumbered(sections, "The answer" + under, answered);
            DocumentSection.addNumbered(sections, "Configurations" + under, configurations.blocks());
            DocumentSection.addNumbered(sections, "Held-out workload" + under, new HeldOutBlocks(each).blocks());
            DocumentSection.addNumbered(
                    sections, "Figures at one load" + under, new FigureBlocks(each, FigureTable.of(each)).blocks());
            DocumentSection.addNumbered(sections, "Why configurations did worse or better" + under, reasons);
            DocumentSection.addNumbered(sections, "Effect of each flag" + under, new EffectBlocks(each).blocks());
            DocumentSection.addNumbered(
                    sections, "Throughput per GPU against latency" + under, new ParetoBlocks(each, ofLoad).blocks());
        }
        if (loads.size() > 1) {
            List<Block> head = new ArrayList<>(List.of(Block.plain(standing.counts())));
            standing.notice().ifPresent(head::add);
            shown.addAll(0, head);
        }
        DocumentSection.addNumbered(sections, "Order of the starts", new DriftBlocks(report).blocks());
        DocumentSection.addNumbered(sections, "Starts", StartTable.blocks(report));
        all.addAll(0, shown);
        return new Document("Tidemark tune: " + report.tune().experiment(), subtitle(report), shown, all, sections);
    }

    private static String subtitle(TuneReport report) {
        TuneRow tune = report.tune();
        String objective = tune.objective().isBlank() ? "" : "; " + tune.objective();
        return "Tune " + tune.tune() + ", a " + tune.mode() + " of "
                + ValueText.count(report.configurations().size(), "configuration") + " on " + tune.target()
                + objective + ". Began " + ValueFormat.stamp(tune.started()) + "; made "
                + ValueFormat.stamp(report.madeAt()) + ".";
    }
}
