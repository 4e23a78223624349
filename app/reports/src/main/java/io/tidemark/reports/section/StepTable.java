package io.tidemark.reports.section;

import io.tidemark.analysis.objective.StepVerdict;
import io.tidemark.analysis.quantile.QuantileInterval;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.Verdict;
import io.tidemark.events.VerdictBasis;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.document.Note;
import io.tidemark.reports.format.ObjectiveFormat;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.format.VerdictFormat;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.ReportedMetric;
import io.tidemark.reports.model.RunReport;
import io.tidemark.reports.model.RunStep;
import io.tidemark.reports.model.StepReport;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.step.JudgementRow;
import io.tidemark.sinks.store.read.step.ObjectiveRow;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The table of steps: a row each, with intervals and the verdict. */
final class StepTable {
    private final ReportModel model;
    private final List<ReportedMetric> shown;

    StepTable(ReportModel model) {
        this.model = model;
        this.shown = ReportedMetric.all(model);
    }

    Block.Table block() {
        boolean oneKind = model.phases().stream()
                        .flatMap(phase -> phase.steps().stream())
                        .map(StepReport::loadKind)
                        .distinct()
                        .count()
                <= 1;
        Columns<RunStep> columns = new Columns<RunStep>()
                .left("phase", RunStep::phase)
                .right(
                        oneKind ? ValueText.loadUnit(model.loadKind()) : "load",
                        row -> oneKind
                                ? ValueText.loadNumber(
                                        model.loadKind(), row.step().load())
                                : row.loadText())
                .rightCell(
                        anyWorth() ? "n (eff.)" : "n",
                        row -> ifCounted(
                                row,
                                Cell.of(ValueText.count(row.result().counts().due())
                                        + EffectiveSampleSize.format(
                                                row.result().objectives()))));
        shown.forEach(metric -> columns.rightCell(
                metric.name() + " (95 % CI)",
                row -> (isCounted(row) || row.step().figuresOnly())
                                && !row.step().isUnfit(metric.metric())
                        ? EffectiveSampleSize.cell(row.step(), metric)
                        : ValueFormat.NOT_KNOWN));
        return columns.rightCell(
                        "tok/s",
                        row -> row.step().hasUnfitTokens()
                                ? ValueFormat.NOT_KNOWN
                                : Cell.of(ValueFormat.known(row.step().outputTokensPerSecond(), ValueText::digits)))
                .rightCell(
                        "errors",
                        row -> ifCounted(row, ValueFormat.errors(row.step().failed())))
                .leftCell("verdict", row -> verdict(row.run(), row.step()))
                .table(model.steps().toList());
    }

    private static boolean isCounted(RunStep row) {
        return !row.run().isImported() || row.result().counts().due() > 0;
    }

    private static Cell ifCounted(RunStep row, Cell cell) {
        return isCounted(row) ? cell : ValueFormat.NOT_KNOWN;
    }

    private boolean anyWorth() {
        return model.phases().stream()
                .flatMap(phase -> phase.steps().stream())
                .anyMatch(step -> !EffectiveSampleSize.format(step.objectives()).isEmpty());
    }

    private static Cell verdict(RunReport run, StepReport step) {
        if (!run.valid()) {
            return VerdictFormat.cell(Verdict.INVALID, "");
        }
        Verdict verdict = step.verdict();
        String detail = switch (verdict) {
            case FAIL -> " " + ObjectiveFormat.failed(step.result());
            case INCONCLUSIVE -> needs(run, step);
            case PASS, INVALID, UNKNOWN -> "";
        };
        return VerdictFormat.cell(verdict, detail + VerdictFormat.soFar(step.result()));
    }

    private static String needs(RunReport run, StepReport step) {
        List<ObjectiveRow> open = step.objectives().stream()
                .filter(objective -> objective.verdict() == Verdict.INCONCLUSIVE)
                .toList();
        String unknown = open.stream()
                .filter(objective -> run.leavesUnknown(step, objective))
                .map(ObjectiveFormat::subject)
                .collect(Collectors.joining(", "));
        if (!unknown.isEmpty()) {
            return ": " + unknown + " not known"; // no number of requests decides it
        }
        String requests =
                open.stream().map(ObjectiveRow::neededRequests).flatMapToLong(OptionalLong::stream).max().stream()
                        .mapToObj(needed -> ": needs " + ValueText.count(needed) + " requests")
                        .findFirst()
                        .orElse("");
        return requests + EffectiveSampleSize.shortRunNote(step, open);
    }

    /** What a step's requests are worth in the long run, for tables. */
    static final class EffectiveSampleSize {
        /** Of an interval where the long run is asked for, and these requests do not show one. */
        private static final Note ALONE = new Note(
                "*",
                "interval of these requests only; the step is too short for one of what holds if the load continues");

        private EffectiveSampleSize() {}

        /**
         * " (52)": as how many independent requests they count for the objective for which they count least. Empty where no verdict rests on it, as a short-run
         * verdict does not, and where it is not known.
         */
        static String format(List<ObjectiveRow> objectives) {
            return judgements(objectives)
                    .map(judged -> judged.worth().effectiveCount())
                    .flatMapToDouble(OptionalDouble::stream)
                    .min()
                    .stream()
                    .mapToObj(count -> " (" + ValueText.count(Math.round(count)) + ")")
                    .findFirst()
                    .orElse("");
        }

        private static Stream<JudgementRow> judgements(List<ObjectiveRow> objectives) {
            return objectives.stream()
                    .filter(objective -> objective.judgements().verdictOn() == VerdictBasis.SUSTAINED)
                    .filter(objective ->
                            objective.metric().filter(Metric.ITL::equals).isEmpty())
                    .flatMap(objective -> objective.judgements().sustained().stream());
        }

        /** The interval that the verdict rests on; one of these requests only is marked where it does not. */
        static Cell cell(StepReport step, ReportedMetric metric) {
            QuantileInterval alone = step.interval(metric.metric(), metric.quantile());
            Optional<ObjectiveRow> judged = step.objectives().stream()
                    .filter(objective -> objective.kind() == ObjectiveKind.QUANTILE
                            && objective.metric().equals(Optional.of(metric.metric()))
                            && Double.compare(objective.quantile(), metric.quantile()) == 0
                            && objective.judgements().verdictOn() == VerdictBasis.SUSTAINED)
                    .findFirst();
            if (judged.isEmpty()) {
                return step.cell(metric.metric(), metric.quantile());
            }
            ObjectiveRow objective = judged.get();
            if (objective.low().isEmpty() && objective.high().isEmpty()) {
                Cell cell = ValueFormat.cell(alone);
                return ValueFormat.hasInterval(alone) ? byRule(step, objective, cell.marked(ALONE)) : cell;
            }
            Cell cell = ValueFormat.cell(new QuantileInterval(
                    alone.value(),
                    StepReport.nanos(objective.low()),
                    StepReport.nanos(objective.high()),
                    alone.count()));
            return objective.high().isEmpty() ? byRule(step, objective, cell) : cell;
        }

        /** With the rule by which the step passes, where this interval does not say why. */
        private static Cell byRule(StepReport step, ObjectiveRow objective, Cell cell) {
            return objective
                    .judgements()
                    .sustained()
                    .map(JudgementRow::reason)
                    .filter(rule -> !rule.isEmpty() && step.verdict() == Verdict.PASS)
                    .filter(rule -> !cell.notes().isEmpty())
                    .map(rule -> cell.noted(
                            new Note("pass beside " + cell.notes().get(0).mark(), rule)))
                    .orElse(cell);
        }

        /** " (these requests only: pass)", where only blocks are missing for the long run. */
        static String shortRunNote(StepReport step, List<ObjectiveRow> open) {
            boolean fewBlocks = open.stream()
                    .anyMatch(objective -> objective.judgements().verdictOn() == VerdictBasis.SUSTAINED
                            && objective
                                    .judgements()
                                    .sustained()
                                    .filter(judged -> judged.low().isEmpty()
                                            && judged.high().isEmpty())
                                    .isPresent());
            List<Verdict> verdicts = step.objectives().stream()
                    .flatMap(objective -> objective.judgements().shortRun().stream())
                    .map(JudgementRow::verdict)
                    .toList();
            return fewBlocks && !verdicts.isEmpty()
                    ? " (these requests only: " + VerdictFormat.word(StepVerdict.of(verdicts)) + ")"
                    : "";
        }
    }
}
