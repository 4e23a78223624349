package io.tidemark.reports.figure;

import io.tidemark.analysis.quantile.QuantileInterval;
import io.tidemark.events.LoadKind;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.Verdict;
import io.tidemark.reports.chart.Axis;
import io.tidemark.reports.chart.Chart;
import io.tidemark.reports.chart.Chart.Curve;
import io.tidemark.reports.chart.Chart.CurvePoint;
import io.tidemark.reports.chart.Chart.LimitLine;
import io.tidemark.reports.chart.Chart.Panel;
import io.tidemark.reports.chart.CurveStyle;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.format.LatencyUnit;
import io.tidemark.reports.model.IntervalBasis;
import io.tidemark.reports.model.PhaseReport;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.ReportedMetric;
import io.tidemark.reports.model.RunStep;
import io.tidemark.reports.model.StepReport;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.step.ObjectiveRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Latency, errors, throughput and goodput against load, one line per phase. The first chart is part of the answer, the others are section 3. */
public final class LoadCharts {
    private static final int WIDTH_PIXELS = 540;
    private static final int HEIGHT_PIXELS = 360;

    /** A smaller share of requests that were not ok is not marked. */
    private static final double MARKED_SHARE = 0.01;

    private static final int LABEL_ROWS = 6;

    private final ReportModel model;

    /** Those with a place on the axis of load, which is of the first kind that was run. */
    private final List<LoadChart.PhaseStep> steps;

    public LoadCharts(ReportModel model) {
        this.model = model;
        // In the order in which steps were run, whether the run is valid or not.
        Optional<LoadKind> kind = model.steps()
                .map(RunStep::step)
                .filter(step -> !step.isAllAtOnce())
                .map(StepReport::loadKind)
                .findFirst();
        this.steps = model.phases().stream()
                .flatMap(phase -> phase.chartedSteps().stream().map(step -> new LoadChart.PhaseStep(phase, step)))
                .filter(row -> !row.step().isAllAtOnce())
                .filter(row -> kind.isPresent() && row.step().loadKind() == kind.get())
                .toList();
    }

    /**
     * The chart that the answer shows: of the objective that fails at the lowest load, of a latency before a share of requests; else of the first latency
     * with a limit in the SLO, else of the first one.
     */
    public Optional<Block.Figure> first() {
        return firstRatio().map(this::picture).or(() -> firstMetric().map(this::figure));
    }

    /** All charts but the first. */
    public List<Block> blocks() {
        if (steps.isEmpty()) {
            return List.of(Block.muted("No step with a load has a result."));
        }
        List<Block> blocks = new ArrayList<>();
        Optional<LoadChart> firstRatio = firstRatio();
        Optional<ReportedMetric> firstMetric = firstRatio.isPresent() ? Optional.empty() : firstMetric();
        firstRatio
                .map(LoadChart::title)
                .or(() -> firstMetric.map(LoadCharts::title))
                .ifPresent(title -> blocks.add(Block.muted("Section 1 has the chart \"" + title + "\".")));
        latencies()
                .filter(shown -> firstMetric.filter(shown::equals).isEmpty())
                .forEach(shown -> blocks.add(figure(shown)));
        List<LimitLine> failures = failures();
        Stream.concat(
                        LoadChart.RATIOS.stream().map(kind -> LoadChart.ofRatio(kind, steps)),
                        Arrays.stream(LoadChart.Rate.values()).map(rate -> rate.chart(steps, failures)))
                .flatMap(Optional::stream)
                .filter(chart -> firstRatio
                        .map(LoadChart::name)
                        .filter(chart.name()::equals)
                        .isEmpty())
                .forEach(chart -> blocks.add(picture(chart)));
        return blocks.isEmpty() ? List.of(Block.muted("No step has a percentile or a throughput.")) : blocks;
    }

    /** Where no latency fails at the lowest load at which an objective does. */
    private Optional<LoadChart> firstRatio() {
        OptionalDouble lowest = steps().filter(step -> failed(step).findAny().isPresent())
                .mapToDouble(StepReport::load)
                .min();
        List<ObjectiveKind> failed = steps().filter(step -> lowest.isPresent() && step.load() == lowest.getAsDouble())
                .flatMap(LoadCharts::failed)
                .map(ObjectiveRow::kind)
                .toList();
        return failed.isEmpty() || failed.contains(ObjectiveKind.QUANTILE)
                ? Optional.empty()
                : LoadChart.ofRatio(failed.get(0), steps);
    }

    private static Stream<ObjectiveRow> failed(StepReport step) {
        return step.objectives().stream().filter(objective -> objective.verdict() == Verdict.FAIL);
    }

    private Optional<ReportedMetric> firstMetric() {
        List<ReportedMetric> all = latencies().toList();
        return steps().sorted(Comparator.comparingDouble(StepReport::load))
                .flatMap(LoadCharts::failed)
                .flatMap(objective -> all.stream()
                        .filter(shown -> objective
                                .metric()
                                .filter(shown.metric()::equals)
                                .isPresent()))
                .findFirst()
                .or(() -> all.stream()
                        .filter(shown -> shown.limitNanos().isPresent())
                        .findFirst())
                .or(() -> all.stream().findFirst());
    }

    private Stream<ReportedMetric> latencies() {
        return Stream.of(model.firstTokenMetric(), Metric.TPOT, Metric.ITL, Metric.E2E)
                .distinct()
                .filter(metric -> steps().anyMatch(step -> step.has(metric)))
                .map(metric -> ReportedMetric.of(model, metric))
                .filter(shown -> steps().anyMatch(step ->
                        step.interval(shown.metric(), shown.quantile()).count() > 0));
    }

    private Block.Figure figure(ReportedMetric shown) {
        return new Block.Figure(latency(shown), caption(shown), data(shown));
    }

    private Block.Figure picture(LoadChart chart) {
        List<Curve> curves = curves(chart.point());
        DoubleStream values = DoubleStream.concat(
                curves.stream().flatMap(curve -> curve.points().stream()).mapToDouble(CurvePoint::high),
                chart.limits().stream().filter(LimitLine::isAcross).mapToDouble(LimitLine::value));
        Panel panel = new Panel(Axis.fromZero(chart.axis(), values), curves, chart.limits(), List.of());
        Chart picture = picture(chart.name() + "-by-load", chart.title(), panel);
        return new Block.Figure(picture, chart.caption() + invalidStepsNote(), chart.data());
    }

    /** What the picture of a latency shows, in figures. */
    private Block.Table data(ReportedMetric shown) {
        return LoadChart.PhaseStep.columns(PhaseReport::legend)
                .right("n", row -> ValueText.count(row.step().counts().due()))
                .rightCell(label(shown) + " (95 % CI)", row -> row.step().cell(shown.metric(), shown.quantile()))
                .table(steps);
    }

    private String caption(ReportedMetric shown) {
        if (shown.metric() == Metric.ITL) {
            return shown.metric().label() + ": " + shown.metric().definition()
                    + " There is no band: the gaps within one answer depend on each other."
                    + (failures().isEmpty()
                            ? ""
                            : " At an upright, requests were not ok: its values are those of the answers that there were.");
        }
        boolean figuresOnly =
                steps().filter(step -> step.has(shown.metric())).allMatch(step -> step.isImported(shown.metric()));
        return shown.metric().label() + ": " + shown.metric().definition()
                + (figuresOnly
                        ? " There is no band: the import has no single requests."
                        : " Bands are 95 % intervals " + new IntervalBasis(model).captionText()
                                + "; a band without an upper end reaches the top. A failed request counts as slower than any other.")
                + (shown.limitNanos().isPresent() ? " The shaded area violates the SLO." : "") + invalidStepsNote();
    }

    private String invalidStepsNote() {
        boolean any = model.phases().stream()
                .anyMatch(phase -> phase.chartedSteps().size() < phase.steps().size());
        return any ? " INVALID steps are not drawn." : "";
    }

    private Chart latency(ReportedMetric shown) {
        List<QuantileInterval> intervals = steps().map(step -> step.interval(shown.metric(), shown.quantile()))
                .toList();
        double[] nanos = DoubleStream.concat(
                        intervals.stream().flatMapToDouble(LoadCharts::finiteEnds),
                        shown.limitNanos().stream().asDoubleStream())
                .toArray();
        LatencyUnit unit = LatencyUnit.forNanos(DoubleStream.of(nanos));
        List<Curve> curves = curves(step -> point(step.load(), step.interval(shown.metric(), shown.quantile()), unit));
        Axis y = unit.axis(label(shown), nanos);
        return picture(
                shown.metric().id().replace('_', '-') + "-by-load",
                title(shown),
                new Panel(
                        y,
                        curves,
                        Stream.concat(limits(shown, unit).stream(), failures().stream())
                                .toList(),
                        List.of()));
    }

    private static String title(ReportedMetric shown) {
        return label(shown) + " against load";
    }

    private static String label(ReportedMetric shown) {
        return shown.metric().label() + " " + ValueText.quantile(shown.quantile());
    }

    private Chart picture(String name, String title, Panel panel) {
        String unit =
                ValueText.loadUnit(steps().map(StepReport::loadKind).findFirst().orElseThrow());
        Axis x = Axis.fromZero("Load (" + unit + ")", steps().mapToDouble(StepReport::load));
        String alternative = "One line per phase: "
                + String.join(
                        ", ", model.phases().stream().map(PhaseReport::legend).toList());
        return new Chart(name, title, alternative, x, List.of(panel), WIDTH_PIXELS, HEIGHT_PIXELS);
    }

    private List<Curve> curves(Function<StepReport, CurvePoint> point) {
        Map<String, List<LoadChart.PhaseStep>> byPhase = steps.stream()
                .collect(Collectors.groupingBy(row -> row.phase().phase(), LinkedHashMap::new, Collectors.toList()));
        return byPhase.entrySet().stream()
                .map(phase -> new Curve(
                        model.legend(phase.getKey()),
                        new CurveStyle(model.hue(phase.getKey()), CurveStyle.Line.PHASE_WITH_DOTS),
                        phase.getValue().stream()
                                .map(row -> point.apply(row.step()))
                                .toList()))
                .toList();
    }

    private static List<LimitLine> limits(ReportedMetric shown, LatencyUnit unit) {
        return shown.limitNanos().stream()
                .mapToObj(nanos -> new LimitLine(
                        unit.of((double) nanos),
                        "SLO " + ValueText.latency((double) nanos),
                        LimitLine.Direction.ACROSS_SHADED_ABOVE))
                .toList();
    }

    /** An upright at each load at which requests of a phase were not ok, with their share. */
    private List<LimitLine> failures() {
        double middle = steps().mapToDouble(StepReport::load).max().orElse(0) / 2;
        List<LimitLine> uprights = new ArrayList<>();
        steps.stream()
                .filter(row -> row.step().failedShare() >= MARKED_SHARE)
                .forEach(row -> uprights.add(new LimitLine(
                        row.step().load(),
                        row.phase().legend() + ": "
                                + ValueText.percent(row.step().failedShare()) + " errors",
                        row.step().load() > middle ? LimitLine.Direction.UP_LABEL_BEFORE : LimitLine.Direction.UP,
                        uprights.size() % LABEL_ROWS)));
        return uprights;
    }

    private static CurvePoint point(double load, QuantileInterval interval, LatencyUnit unit) {
        if (interval.count() == 0) {
            return CurvePoint.gap(load);
        }
        if (interval.value().isPresent()
                && interval.low().isEmpty()
                && interval.high().isEmpty()) {
            return CurvePoint.of(load, unit.of((double) interval.value().getAsLong()));
        }
        return new CurvePoint(
                load,
                unit.of(interval.value(), Double.POSITIVE_INFINITY),
                unit.of(interval.low(), interval.value().isPresent() ? 0 : Double.POSITIVE_INFINITY),
                unit.of(interval.high(), Double.POSITIVE_INFINITY));
    }

    /** The ends that set the axis: an unbounded one does not. */
    private static DoubleStream finiteEnds(QuantileInterval interval) {
        return Stream.of(interval.low(), interval.value(), interval.high())
                .flatMapToLong(OptionalLong::stream)
                .asDoubleStream();
    }

    private Stream<StepReport> steps() {
        return steps.stream().map(LoadChart.PhaseStep::step);
    }
}
