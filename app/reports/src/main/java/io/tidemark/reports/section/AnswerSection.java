package io.tidemark.reports.section;

import io.tidemark.reports.document.Block;
import io.tidemark.reports.figure.LoadCharts;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import io.tidemark.reports.model.StepReport;
import io.tidemark.reports.soak.SoakFormat;
import io.tidemark.reports.validity.AnswerQualityTable;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.run.SloRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Section 1: the verdict in one sentence, the chart of latency against load, one table; what they rest on is folded beneath. */
public final class AnswerSection {
    private final ReportModel model;

    /** Made once: the decision between phases is a comparison of all their runs. */
    private final Block.Headline headline;

    public AnswerSection(ReportModel model) {
        this.model = model;
        this.headline = new AnswerHeadline(model).block();
    }

    /** @param caveats what limits the use of the figures */
    public List<Block> blocks(List<Block> caveats) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(headline);
        objectives().ifPresent(blocks::add);
        new LoadCharts(model).first().ifPresent(blocks::add);
        table().ifPresent(blocks::add);
        blocks.addAll(soaks());
        List<Block> basis = new ArrayList<>(caveats);
        basis.addAll(findings());
        basis.addAll(comparisons());
        basis.addAll(new AnswerQualityTable(model).blocks());
        if (!basis.isEmpty()) {
            blocks.add(new Block.Details(basisTitle(caveats.size()), basis));
        }
        return blocks;
    }

    private static String basisTitle(int caveats) {
        if (caveats == 0) {
            return "What this rests on";
        }
        return "What this rests on, with " + ValueText.count(caveats, "caveat");
    }

    /** The verdict, what broke first and the table: what a terminal shows where its lines are limited. */
    public List<Block> shortSummary() {
        List<Block> blocks = new ArrayList<>();
        blocks.add(headline);
        List<String> broken = model.isOfSearch() || !model.hasObjectives()
                ? List.of()
                : phaseFindings().flatMap(phase -> phase.firstBreaks().stream()).toList();
        if (!broken.isEmpty()) {
            blocks.add(new Block.Bullets(broken));
        }
        table().ifPresent(blocks::add);
        blocks.addAll(soaks());
        return blocks;
    }

    private Stream<PhaseFindings> phaseFindings() {
        return model.phases().stream().map(phase -> new PhaseFindings(phase, headline.text()));
    }

    /** A line for each soak. */
    private List<Block> soaks() {
        List<Block> lines = new ArrayList<>();
        for (RunReport run : model.runs()) {
            for (StepReport step : run.steps()) {
                String where = run.run().phase() + " at " + ValueText.load(step.loadKind(), step.load());
                step.detail().soak().ifPresent(soak -> lines.add(Block.plain(where + ": " + SoakFormat.summary(soak))));
            }
        }
        return lines;
    }

    /** What a terminal shows. */
    public List<Block> summary() {
        List<Block> blocks = new ArrayList<>();
        blocks.add(headline);
        table().ifPresent(blocks::add);
        blocks.addAll(soaks());
        blocks.addAll(findings());
        blocks.addAll(new AnswerQualityTable(model).blocks());
        return blocks;
    }

    /** The objectives, beside the chart that draws their limit. */
    private Optional<Block> objectives() {
        List<String> names = model.runs().stream()
                .flatMap(run -> run.slo().stream())
                .map(SloRow::name)
                .distinct()
                .toList();
        return names.isEmpty() ? Optional.empty() : Optional.of(Block.muted("SLO: " + String.join("; ", names)));
    }

    /** What each phase held and why, or how a search ended. */
    private List<Block> findings() {
        if (model.isOfSearch()) {
            List<String> lines = model.search().stream().skip(1).toList();
            return lines.isEmpty() ? List.of() : List.of(new Block.Bullets(lines));
        }
        if (!model.hasObjectives()) {
            return List.of();
        }
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Bullets(
                phaseFindings().flatMap(phase -> phase.sentences().stream()).toList()));
        // Of two phases the headline says it.
        List<String> versus = model.phases().size() == 2 ? List.of() : new RegressionTable(model).sentences();
        if (!versus.isEmpty()) {
            blocks.add(new Block.Bullets(versus));
        }
        return blocks;
    }

    private List<Block> comparisons() {
        if (model.isOfSearch()) {
            return List.of();
        }
        List<Block> blocks = new ArrayList<>(new RegressionTable(model).blocks());
        blocks.addAll(new PhaseRatioTable(model).blocks());
        return blocks;
    }

    private Optional<Block> table() {
        boolean hasRows = model.runs().isEmpty()
                || model.runs().stream().anyMatch(run -> !run.steps().isEmpty());
        return hasRows ? Optional.of(new StepTable(model).block()) : Optional.empty();
    }
}
