package io.tidemark.reports.figure;

import io.tidemark.analysis.quantile.RankedValues;
import io.tidemark.reports.chart.Axis;
import io.tidemark.reports.chart.Chart;
import io.tidemark.reports.chart.Chart.Curve;
import io.tidemark.reports.chart.Chart.Panel;
import io.tidemark.reports.chart.CurveStyle;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.requests.TokenLength;
import io.tidemark.schemas.ValueText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.DoubleStream;

/** How long prompts and answers were, of all ok requests of each phase: figures are comparable only where these lie on each other. */
public final class LengthCharts {
    private static final int WIDTH_PIXELS = 540;
    private static final int HEIGHT_PIXELS = 320;
    private static final int MAX_POINTS = 300;

    private final ReportModel model;

    public LengthCharts(ReportModel model) {
        this.model = model;
    }

    public List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        for (TokenLength length : List.of(TokenLength.PROMPT, TokenLength.OUTPUT)) {
            Map<String, RankedValues> ofPhases = ofPhases(length);
            if (!ofPhases.isEmpty()) {
                blocks.add(figure(length, ofPhases));
            }
        }
        if (!blocks.isEmpty()) {
            blocks.add(0, new Block.Heading("Lengths"));
        }
        return blocks;
    }

    /** Of the phases that have any, in their order. */
    private Map<String, RankedValues> ofPhases(TokenLength length) {
        Map<String, RankedValues> known = new LinkedHashMap<>();
        model.phases().forEach(phase -> {
            RankedValues values = phase.lengths(length);
            if (values.count() > 0) {
                known.put(phase.phase(), values);
            }
        });
        return known;
    }

    private Block figure(TokenLength length, Map<String, RankedValues> ofPhases) {
        Chart chart = new Chart(
                length.name().toLowerCase(Locale.ROOT) + "-lengths",
                "Lengths: " + length.label(),
                "Cumulative share of requests, one line per phase.",
                axis(length, ofPhases.values()),
                List.of(new Panel(Axis.percent("Share of requests (%)"), curves(ofPhases))),
                WIDTH_PIXELS,
                HEIGHT_PIXELS);
        return new Block.Figure(
                chart,
                "Share of the ok requests of all steps with at most so many " + length.label()
                        + (length == TokenLength.PROMPT ? ", those from a cache among them." : "."),
                data(length, ofPhases));
    }

    private static Axis axis(TokenLength length, Collection<RankedValues> all) {
        double[] ends = all.stream()
                .flatMapToDouble(
                        values -> DoubleStream.of((double) values.nanosAt(1), (double) values.nanosAt(values.count())))
                .toArray();
        String label = length.label().substring(0, 1).toUpperCase(Locale.ROOT)
                + length.label().substring(1);
        return Axis.logIfWide(label + " (tokens)", ends);
    }

    private List<Curve> curves(Map<String, RankedValues> ofPhases) {
        return ofPhases.entrySet().stream()
                .map(phase -> new Curve(
                        phase.getKey(),
                        new CurveStyle(model.hue(phase.getKey()), CurveStyle.Line.PHASE_DASHED),
                        DistributionCharts.points(
                                phase.getValue(), phase.getValue().count(), MAX_POINTS, tokens -> tokens)))
                .toList();
    }

    private static Block.Table data(TokenLength length, Map<String, RankedValues> ofPhases) {
        return new Columns<Map.Entry<String, RankedValues>>()
                .left("phase", Map.Entry::getKey)
                .right("ok", phase -> ValueText.count(phase.getValue().count()))
                .right(length.label() + " p5", phase -> ValueFormat.tokens(0.05, phase.getValue()))
                .right("p50", phase -> ValueFormat.tokens(0.5, phase.getValue()))
                .right("p95", phase -> ValueFormat.tokens(0.95, phase.getValue()))
                .right("most", phase -> ValueFormat.tokens(1, phase.getValue()))
                .table(List.copyOf(ofPhases.entrySet()));
    }
}
