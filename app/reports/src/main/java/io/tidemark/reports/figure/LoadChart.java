package io.tidemark.reports.figure;

import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.Verdict;
import io.tidemark.reports.chart.Chart.CurvePoint;
import io.tidemark.reports.chart.Chart.LimitLine;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.format.ObjectiveFormat;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.model.PhaseReport;
import io.tidemark.reports.model.StepReport;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.step.ObjectiveRow;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * What is drawn against load beside latencies, one line per phase.
 *
 * @param name of its picture's file, before "-by-load"
 * @param point of a step; a gap where it has none
 * @param limits across it, and uprights
 * @param data it all in figures
 */
record LoadChart(
        String name,
        String title,
        String axis,
        String caption,
        Function<StepReport, CurvePoint> point,
        List<LimitLine> limits,
        Block.Table data) {
    /** Objectives on a share of requests. */
    static final List<ObjectiveKind> RATIOS = List.of(ObjectiveKind.ERROR_RATIO, ObjectiveKind.GOOD_RATIO);

    private static final double PERCENT = 100;

    /** A step that has a place on the axis of load. */
    record PhaseStep(PhaseReport phase, StepReport step) {
        static Columns<PhaseStep> columns(Function<PhaseReport, String> phase) {
            return new Columns<PhaseStep>()
                    .left("phase", row -> phase.apply(row.phase()))
                    .right("load", row -> row.step().loadText());
        }
    }

    /** What was delivered per second. */
    enum Rate {
        THROUGHPUT(
                "Output tokens per second",
                "output tok/s",
                "Output tokens of the measured ok requests per second, from the start of the measured part until the step's"
                        + " last request ended."),
        GOODPUT(
                "Good requests per second",
                "good req/s",
                "Requests per second that were ok and each within every latency limit of the SLO (those on ITL aside), over"
                        + " the same time as throughput. Where it stops rising with the load, more load only makes"
                        + " requests late.");

        private final String axis;
        private final String column;
        private final String caption;

        Rate(String axis, String column, String caption) {
            this.axis = axis;
            this.column = column;
            this.caption = caption;
        }

        /**
         * Empty where it is not known of any step.
         *
         * @param failures uprights where requests were not ok
         */
        Optional<LoadChart> chart(List<PhaseStep> steps, List<LimitLine> failures) {
            if (steps.stream().noneMatch(row -> perSecond(row.step()).isPresent())) {
                return Optional.empty();
            }
            String title = name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
            return Optional.of(new LoadChart(
                    name().toLowerCase(Locale.ROOT),
                    title + " against load",
                    axis,
                    caption,
                    step -> CurvePoint.of(step.load(), perSecond(step).orElse(Double.NaN)),
                    failures,
                    PhaseStep.columns(PhaseReport::phase)
                            .rightCell(column, row -> cell(perSecond(row.step())))
                            .table(steps)));
        }

        private OptionalDouble perSecond(StepReport step) {
            return switch (this) {
                case THROUGHPUT -> step.outputTokensPerSecond();
                case GOODPUT -> step.goodRequestsPerSecond();
            };
        }

        private static Cell cell(OptionalDouble rate) {
            return rate.isPresent() ? Cell.of(ValueText.digits(rate.getAsDouble())) : ValueFormat.NOT_KNOWN;
        }
    }

    /** The share of requests that the first objective of this kind limits that a step breaks. */
    static Optional<LoadChart> ofRatio(ObjectiveKind kind, List<PhaseStep> steps) {
        return steps.stream()
                .flatMap(row -> row.step().objectives().stream())
                .filter(objective -> objective.kind() == kind && objective.verdict() == Verdict.FAIL)
                .findFirst()
                .filter(objective -> RATIOS.contains(kind))
                .map(broken -> ofRatio(broken, steps));
    }

    private static LoadChart ofRatio(ObjectiveRow broken, List<PhaseStep> steps) {
        boolean errors = broken.kind() == ObjectiveKind.ERROR_RATIO;
        String what = errors ? "Errors" : "Good requests";
        String caption = (errors ? "Requests that were not ok" : "Requests that were ok and within the limits")
                + ", by the objective " + broken.objective()
                + ". Bands are the 95 % intervals of its verdicts. "
                + (errors ? "The shaded area violates the SLO." : "What is below the line violates the SLO.");
        return new LoadChart(
                errors ? "errors" : "good",
                what + " against load",
                what + " (% of requests)",
                caption,
                step -> judged(step, broken).map(row -> point(step.load(), row)).orElse(CurvePoint.gap(step.load())),
                List.of(new LimitLine(
                        percent(broken, broken.limit()),
                        "SLO " + ObjectiveFormat.amount(broken.kind(), broken.limit()),
                        errors ? LimitLine.Direction.ACROSS_SHADED_ABOVE : LimitLine.Direction.ACROSS)),
                PhaseStep.columns(PhaseReport::legend)
                        .right("n", row -> judged(row, broken, one -> ValueText.count(one.count())))
                        .right(
                                what,
                                row -> judged(
                                        row,
                                        broken,
                                        one -> ObjectiveFormat.amount(
                                                one.kind(), one.value().getAsDouble())))
                        .right("95 % CI", row -> judged(row, broken, ObjectiveFormat::range))
                        .table(steps.stream()
                                .filter(row -> judged(row.step(), broken).isPresent())
                                .toList()));
    }

    private static Optional<ObjectiveRow> judged(StepReport step, ObjectiveRow broken) {
        return step.objectives().stream()
                .filter(row -> row.objective().equals(broken.objective()))
                .filter(row -> row.value().isPresent())
                .findFirst();
    }

    private static String judged(PhaseStep row, ObjectiveRow broken, Function<ObjectiveRow, String> text) {
        return judged(row.step(), broken).map(text).orElse("");
    }

    private static CurvePoint point(double load, ObjectiveRow row) {
        double value = row.value().getAsDouble();
        double low = percent(row, row.low().orElse(value));
        double high = percent(row, row.high().orElse(value));
        return new CurvePoint(load, percent(row, value), Math.min(low, high), Math.max(low, high));
    }

    /** As the objective limits it; the store keeps the share of bad requests. */
    private static double percent(ObjectiveRow row, double bad) {
        return PERCENT * (row.kind() == ObjectiveKind.GOOD_RATIO ? 1 - bad : bad);
    }
}
