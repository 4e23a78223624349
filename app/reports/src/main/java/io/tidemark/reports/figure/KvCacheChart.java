package io.tidemark.reports.figure;

import io.tidemark.reports.chart.Axis;
import io.tidemark.reports.chart.Chart;
import io.tidemark.reports.chart.Chart.Curve;
import io.tidemark.reports.chart.Chart.CurvePoint;
import io.tidemark.reports.chart.Chart.Panel;
import io.tidemark.reports.chart.CurveStyle;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import io.tidemark.schemas.Signal;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.WindowRow;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;

/** KV cache use of all runs over one axis of time, a line each: which phase fills its cache, and which leaves it unused. */
public final class KvCacheChart {
    private static final int WIDTH_PIXELS = 1100;
    private static final int HEIGHT_PIXELS = 320;
    private static final double PERCENT = 100;

    private final ReportModel model;

    public KvCacheChart(ReportModel model) {
        this.model = model;
    }

    /** None for a single run: its own picture has it. */
    public Optional<Block> block() {
        List<RunReport> known =
                model.runs().stream().filter(KvCacheChart::known).toList();
        return known.size() < 2
                ? Optional.empty()
                : Optional.of(new Block.Figure(
                        chart(known),
                        "Share of KV cache blocks held by running requests. A line that stays at 100 % is a batch that the cache"
                                + " cannot hold (requests wait or are preempted); one that stays low is memory that a larger"
                                + " batch could use.",
                        data(known)));
    }

    private static boolean known(RunReport run) {
        return windows(run).stream().anyMatch(window -> Double.isFinite(use(window)));
    }

    private static List<WindowRow> windows(RunReport run) {
        return run.windows().getOrDefault(run.firstTokenMetric(), List.of());
    }

    private static double use(WindowRow window) {
        return PERCENT * SignalPanels.signal(window, Signal.KV_USAGE);
    }

    private Chart chart(List<RunReport> runs) {
        double longest = runs.stream().mapToDouble(KvCacheChart::seconds).max().orElse(1);
        double unit = TimelineScale.unitSeconds(longest);
        List<Curve> curves = runs.stream()
                .map(run -> new Curve(
                        name(run),
                        new CurveStyle(model.hue(run.phase()), CurveStyle.Line.PHASE_DASHED),
                        WindowCurve.points(
                                windows(run),
                                window -> CurvePoint.of(run.secondsSinceStart(window.end()) / unit, use(window)))))
                .toList();
        return new Chart(
                "kv-use-over-time",
                "KV cache use over time",
                "One line per run, from the start of each.",
                TimelineScale.axis("Time since each run began", unit, longest / unit),
                List.of(new Panel(Axis.percent("KV use (%)"), curves)),
                WIDTH_PIXELS,
                HEIGHT_PIXELS);
    }

    private static double seconds(RunReport run) {
        return windows(run).stream()
                .mapToDouble(window -> run.secondsSinceStart(window.end()))
                .max()
                .orElse(1);
    }

    /** With its id where a phase has several runs. */
    private String name(RunReport run) {
        long ofPhase = model.runs().stream()
                .filter(other -> other.run().phase().equals(run.phase()))
                .count();
        return (ofPhase == 1 ? run.phase() : run.phase() + " " + run.id()) + (run.valid() ? "" : " (INVALID)");
    }

    private Block.Table data(List<RunReport> runs) {
        return new Columns<RunReport>()
                .left("run", this::name)
                .right("KV use, mean", run -> ValueText.digits(use(run).getAverage()) + " %")
                .right("most", run -> ValueText.digits(use(run).getMax()) + " %")
                .right("windows", run -> ValueText.count(use(run).getCount()))
                .table(runs);
    }

    private static DoubleSummaryStatistics use(RunReport run) {
        return windows(run).stream()
                .mapToDouble(KvCacheChart::use)
                .filter(Double::isFinite)
                .summaryStatistics();
    }
}
