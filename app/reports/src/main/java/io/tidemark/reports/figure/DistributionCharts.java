package io.tidemark.reports.figure;

import io.tidemark.analysis.quantile.RankedValues;
import io.tidemark.events.Verdict;
import io.tidemark.reports.chart.Axis;
import io.tidemark.reports.chart.Chart;
import io.tidemark.reports.chart.Chart.Curve;
import io.tidemark.reports.chart.Chart.CurvePoint;
import io.tidemark.reports.chart.Chart.LimitLine;
import io.tidemark.reports.chart.Chart.Panel;
import io.tidemark.reports.chart.CurveStyle;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.format.LatencyUnit;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.ReportedMetric;
import io.tidemark.reports.model.StepReport;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.ValueText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Section 5: the distributions of TTFT and TPOT per phase, at one load that all phases ran. */
public final class DistributionCharts {
    private static final int WIDTH_PIXELS = 540;
    private static final int HEIGHT_PIXELS = 360;
    private static final double ROOM_FOR_LABEL = 1.3;
    private static final int MAX_POINTS = 400;
    private static final List<Double> QUANTILES = List.of(0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999);

    private final ReportModel model;

    public DistributionCharts(ReportModel model) {
        this.model = model;
    }

    public List<Block> blocks() {
        OptionalDouble load = commonLoad();
        if (load.isEmpty()) {
            boolean any =
                    model.phases().stream().anyMatch(phase -> !phase.steps().isEmpty());
            return List.of(Block.muted(any ? "The phases have no load in common." : "No load was measured."));
        }
        List<Block> blocks = new ArrayList<>();
        Map<String, StepReport> steps = stepsAt(load.getAsDouble());
        StepReport any = steps.values().iterator().next();
        String at = any.isAllAtOnce() ? " with all at once" : " at " + ValueText.load(any.loadKind(), any.load());
        Stream.of(model.firstTokenMetric(), Metric.TPOT)
                .map(metric -> ReportedMetric.of(model, metric))
                .filter(shown -> steps.values().stream()
                        .anyMatch(step -> step.knownValues(shown.metric()).count() > 0))
                .forEach(shown -> blocks.add(new Block.Figure(
                        picture(shown, steps, at),
                        "Share of requests within a value" + at
                                + "; a line that ends below 100 % ends at the requests that were not ok.",
                        data(shown.metric(), steps))));
        if (!blocks.isEmpty()) {
            return blocks;
        }
        boolean figuresOnly = model.runs().stream().anyMatch(run -> run.isImported())
                || steps.values().stream().anyMatch(StepReport::figuresOnly);
        boolean unfit = steps.values().stream().anyMatch(step -> step.isUnfit(model.firstTokenMetric()));
        return List.of(Block.muted(
                figuresOnly
                        ? "No distribution is known" + at + ": the import has figures only."
                        : unfit
                                ? "No distribution is known" + at + ": the caveats of section 1 say why."
                                : "No request was ok" + at + "."));
    }

    /** The highest load that every phase ran and at least one did not fail, else the highest that every phase ran. */
    private OptionalDouble commonLoad() {
        long driven = model.phases().stream()
                .filter(phase -> !phase.chartedSteps().isEmpty())
                .count();
        List<Double> common = model.phases().stream()
                .flatMap(phase -> phase.chartedSteps().stream())
                .map(StepReport::load)
                .distinct()
                .filter(load -> stepsAt(load).size() == driven)
                .sorted(Comparator.reverseOrder())
                .toList();
        return common.stream()
                .filter(load -> stepsAt(load).values().stream().anyMatch(step -> step.verdict() != Verdict.FAIL))
                .findFirst()
                .or(() -> common.stream().findFirst())
                .map(OptionalDouble::of)
                .orElse(OptionalDouble.empty());
    }

    private Map<String, StepReport> stepsAt(double load) {
        Map<String, StepReport> steps = new LinkedHashMap<>();
        model.phases()
                .forEach(phase -> phase.chartedSteps().stream()
                        .filter(step -> Double.compare(step.load(), load) == 0)
                        .findFirst()
                        .ifPresent(step -> steps.put(phase.phase(), step)));
        return steps;
    }

    private Chart picture(ReportedMetric shown, Map<String, StepReport> steps, String at) {
        double[] nanos = DoubleStream.concat(
                        steps.values().stream().flatMapToDouble(step -> extremes(step.knownValues(shown.metric()))),
                        shown.limitNanos().stream().asDoubleStream().map(limit -> limit * ROOM_FOR_LABEL))
                .toArray();
        LatencyUnit unit = LatencyUnit.forNanos(DoubleStream.of(nanos));
        List<Curve> curves = steps.entrySet().stream()
                .map(entry -> new Curve(
                        model.legend(entry.getKey()),
                        new CurveStyle(model.hue(entry.getKey()), CurveStyle.Line.PHASE_DASHED),
                        points(entry.getValue(), shown.metric(), unit)))
                .toList();
        List<LimitLine> limits = shown.limitNanos().stream()
                .mapToObj(limit -> new LimitLine(
                        unit.of((double) limit), " SLO " + ValueText.latency((double) limit), LimitLine.Direction.UP))
                .toList();
        Axis x = unit.axis(shown.metric().label(), nanos);
        Panel panel = new Panel(Axis.percent("Share of requests (%)"), curves, limits, List.of());
        return new Chart(
                shown.metric().id().replace('_', '-') + "-distribution",
                shown.metric().label() + at,
                "Cumulative share of requests, one line per phase.",
                x,
                List.of(panel),
                WIDTH_PIXELS,
                HEIGHT_PIXELS);
    }

    private static DoubleStream extremes(RankedValues values) {
        return values.count() == 0
                ? DoubleStream.empty()
                : LongStream.of(values.nanosAt(1), values.nanosAt(values.count()))
                        .asDoubleStream();
    }

    /** Percentiles of the ok requests, a row a phase. */
    private static Block.Table data(Metric metric, Map<String, StepReport> steps) {
        Columns<Map.Entry<String, RankedValues>> columns = new Columns<Map.Entry<String, RankedValues>>()
                .left("phase", Map.Entry::getKey)
                .right("ok", phase -> ValueText.count(phase.getValue().count()));
        QUANTILES.forEach(quantile -> columns.right(
                ValueText.quantile(quantile),
                phase -> phase.getValue().count() == 0
                        ? ""
                        : ValueText.latency(phase.getValue().quantileNanos(quantile))));
        return columns.table(steps.entrySet().stream()
                .map(entry -> Map.entry(entry.getKey(), entry.getValue().knownValues(metric)))
                .toList());
    }

    private static List<CurvePoint> points(StepReport step, Metric metric, LatencyUnit unit) {
        RankedValues values = step.knownValues(metric);
        return points(values, values.count() + step.failed(), MAX_POINTS, unit::of);
    }

    /**
     * Evenly spaced ranks, smallest and largest among them, with the share of all that is within each.
     *
     * @param all of which the values are a part
     * @param x where a value stands
     */
    static List<CurvePoint> points(RankedValues values, long all, int maxPoints, DoubleUnaryOperator x) {
        long last = Math.min(maxPoints, values.count());
        return LongStream.rangeClosed(1, last)
                .map(i -> last == 1 ? 1 : 1 + (i - 1) * (values.count() - 1) / (last - 1))
                .mapToObj(rank -> CurvePoint.of(x.applyAsDouble((double) values.nanosAt(rank)), 100.0 * rank / all))
                .toList();
    }
}
