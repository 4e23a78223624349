package io.tidemark.reports.section;

import io.tidemark.analysis.capacity.PhaseRatios;
import io.tidemark.analysis.capacity.RatioAtLoad;
import io.tidemark.analysis.compare.PhaseDecision;
import io.tidemark.analysis.quantile.RatioInterval;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.figure.LoadCharts;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.format.VerdictFormat;
import io.tidemark.reports.model.PhaseReport;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunStep;
import io.tidemark.reports.model.StepReport;
import io.tidemark.reports.soak.SoakFormat;
import io.tidemark.reports.validity.AnswerQualityTable;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.run.SloRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
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
        basis.addAll(AnswerQualityTable.blocks(model));
        if (!basis.isEmpty()) {
            String caveated = caveats.isEmpty() ? "" : ", with " + ValueText.count(caveats.size(), "caveat");
            blocks.add(new Block.Details("What this rests on" + caveated, basis));
        }
        return blocks;
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
        return model.steps()
                .flatMap(row -> row.step().detail().soak().stream()
                        .<Block>map(soak ->
                                Block.plain(row.phase() + " at " + row.loadText() + ": " + SoakFormat.summary(soak))))
                .toList();
    }

    /** What a terminal shows. */
    public List<Block> summary() {
        List<Block> blocks = new ArrayList<>();
        blocks.add(headline);
        table().ifPresent(blocks::add);
        blocks.addAll(soaks());
        blocks.addAll(findings());
        blocks.addAll(AnswerQualityTable.blocks(model));
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

    /** The verdict of a report in one sentence: the decision between its phases, or why there is none. */
    private static final class AnswerHeadline {
        private final ReportModel model;

        AnswerHeadline(ReportModel model) {
            this.model = model;
        }

        /** The verdict of a search is the search's own: a probe is too short to be judged as a run is. */
        Block.Headline block() {
            if (model.isOfSearch()) {
                return new Block.Headline(model.search().get(0), Tone.PLAIN);
            }
            Optional<String> failure = failureOfAll();
            if (failure.isPresent()) {
                return new Block.Headline("Nothing was measured: " + failure.get() + ".", Tone.BAD);
            }
            if (!model.hasObjectives() && !model.runs().isEmpty()) {
                return new Block.Headline(unjudged(), Tone.PLAIN);
            }
            if (!model.comparable()) {
                return new Block.Headline("There is no winner: the runs cannot be compared.", Tone.DOUBT);
            }
            if (model.phases().stream().noneMatch(phase -> !phase.loadKinds().isEmpty()) && haveSteps()) {
                return new Block.Headline(
                        "All requests were due at once, which is not a load that can be held: each step is judged alone.",
                        Tone.PLAIN);
            }
            if (!model.sameLoadKind()) {
                return new Block.Headline(
                        "There is no winner: phases were driven by different kinds of load.", Tone.DOUBT);
            }
            PhaseDecision decision = model.decision();
            if (decision.sentence().isEmpty()) {
                return new Block.Headline(nothing(), Tone.PLAIN);
            }
            return decision.sides().size() < 2
                    ? new Block.Headline(decision.sentence(), Tone.PLAIN)
                    : VerdictFormat.headline(decision);
        }

        /** Of the first run, where not one request of any run succeeded because of its target. */
        private Optional<String> failureOfAll() {
            boolean none = model.runs().stream()
                    .allMatch(run -> run.run().notes().targetFailure().isPresent()
                            && run.steps().stream()
                                    .allMatch(step -> step.counts().ok() == 0));
            return none
                    ? model.runs().stream()
                            .findFirst()
                            .flatMap(run -> run.run().notes().targetFailure())
                    : Optional.empty();
        }

        private boolean haveSteps() {
            return model.phases().stream().anyMatch(phase -> !phase.validSteps().isEmpty());
        }

        private String unjudged() {
            boolean evaluatedOnly = model.runs().stream()
                    .allMatch(run -> run.steps().isEmpty() && !run.quality().isEmpty());
            return evaluatedOnly
                    ? "Answers were evaluated, no load was measured."
                    : "No SLO was given, so nothing is judged: " + measured() + ".";
        }

        /** "tuned was measured at 8 and 32 concurrent". */
        private String measured() {
            return model.phases().stream()
                    .filter(phase -> !isEvaluatedOnly(phase))
                    .map(phase -> phase.phase() + " was measured at " + loads(phase))
                    .collect(Collectors.joining("; "));
        }

        private static boolean isEvaluatedOnly(PhaseReport phase) {
            return phase.steps().isEmpty()
                    && phase.runs().stream().anyMatch(run -> !run.quality().isEmpty());
        }

        private String loads(PhaseReport phase) {
            List<StepReport> steps = phase.steps();
            boolean oneKind = phase.loadKinds().size() <= 1;
            List<String> loads = steps.stream()
                    .filter(step -> !step.isAllAtOnce())
                    .map(step -> oneKind ? ValueText.loadNumber(step.load()) : step.loadText())
                    .distinct()
                    .toList();
            boolean allAtOnce = steps.stream().anyMatch(StepReport::isAllAtOnce);
            if (loads.isEmpty()) {
                return allAtOnce ? "requests due all at once" : "no load yet";
            }
            String last = loads.get(loads.size() - 1);
            String before = String.join(", ", loads.subList(0, loads.size() - 1));
            return (before.isEmpty() ? last : before + " and " + last)
                    + (oneKind ? " " + ValueText.loadUnit(model.loadKind()) : "")
                    + (allAtOnce ? ", and with requests all at once" : "");
        }

        private String nothing() {
            if (model.runs().isEmpty()) {
                return "There is no run to report on.";
            }
            boolean anyResult =
                    model.runs().stream().anyMatch(run -> !run.steps().isEmpty());
            return "There is no answer: " + (anyResult ? "no run is valid." : "no step has a result.");
        }
    }

    /** The ratios of later phases to the first at the loads that both ran. */
    private static final class PhaseRatioTable {
        private static final double SHOWN_QUANTILE = 0.95;

        private final ReportModel model;

        PhaseRatioTable(ReportModel model) {
            this.model = model;
        }

        List<Block> blocks() {
            List<Block> blocks = new ArrayList<>();
            RegressionTable versus = new RegressionTable(model);
            model.comparisons().stream()
                    .filter(comparison -> !versus.has(comparison.candidate()))
                    .filter(comparison -> !comparison.ratios().isEmpty())
                    .forEach(comparison -> {
                        blocks.add(Block.plain(comparison.candidate() + " / " + comparison.base()
                                + " at the loads that both ran: below 1, " + comparison.candidate()
                                + " is faster. The intervals are of requests: a hint, because runs differ by more than"
                                + " requests do."));
                        blocks.add(table(comparison));
                    });
            return blocks;
        }

        private Block.Table table(PhaseRatios comparison) {
            return new Columns<RatioAtLoad>()
                    .right("load", this::load)
                    .left("metric", at -> at.metric().id() + " " + ValueText.quantile(at.quantile()))
                    .rightCell(comparison.base(), at -> ValueFormat.cell(at.base()))
                    .rightCell(comparison.candidate(), at -> ValueFormat.cell(at.candidate()))
                    .rightCell(
                            "ratio (95 % CI, n alone)",
                            at -> ValueFormat.ratio(
                                    at.ratio().ratio(),
                                    at.ratio().low(),
                                    at.ratio().high()))
                    .leftCell("hint", at -> hint(at.ratio()))
                    .table(comparison.ratios().stream()
                            .filter(ratio -> Double.compare(ratio.quantile(), SHOWN_QUANTILE) == 0)
                            .toList());
        }

        /** With its unit, by a step that had it. */
        private String load(RatioAtLoad at) {
            return model.steps()
                    .filter(step -> Double.compare(step.step().load(), at.load()) == 0)
                    .findFirst()
                    .map(RunStep::loadText)
                    .orElseGet(() -> ValueText.digits(at.load()));
        }

        private static Cell hint(RatioInterval ratio) {
            if (!ratio.excludesOne()) {
                return new Cell("no difference shown", Tone.MUTED);
            }
            return ratio.ratio() < 1 ? new Cell("faster", Tone.GOOD) : new Cell("slower", Tone.BAD);
        }
    }
}
