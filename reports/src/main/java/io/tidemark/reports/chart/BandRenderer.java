package io.tidemark.reports.chart;

import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.List;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.CrosshairState;
import org.jfree.chart.plot.PlotRenderingInfo;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.DeviationRenderer;
import org.jfree.chart.renderer.xy.XYItemRendererState;
import org.jfree.data.xy.XYDataset;

/** Draws stretches, one a series, with a band only where there are intervals: DeviationRenderer draws one, of no height, along every line. */
final class BandRenderer extends DeviationRenderer {
    private static final float BAND_ALPHA = 0.15f;
    private static final int BAND_PASS = 0;

    /** By series; it is asked of every point. */
    private final transient boolean[] banded;

    BandRenderer(List<CurveSegment> stretches) {
        super(true, false);
        this.banded = new boolean[stretches.size()];
        setAlpha(BAND_ALPHA);
        for (int i = 0; i < stretches.size(); i++) {
            CurveStyle ink = stretches.get(i).ink();
            banded[i] = stretches.get(i).hasBand();
            setSeriesPaint(i, ink.colour());
            setSeriesFillPaint(i, ink.colour());
            setSeriesStroke(i, ink.stroke());
            // A single point has no line that could be seen.
            setSeriesShapesVisible(i, ink.dotted() || stretches.get(i).isSinglePoint());
            setSeriesShape(i, ink.dot());
        }
    }

    @Override
    public void drawItem(
            Graphics2D g2,
            XYItemRendererState state,
            Rectangle2D area,
            PlotRenderingInfo info,
            XYPlot plot,
            ValueAxis domainAxis,
            ValueAxis rangeAxis,
            XYDataset dataset,
            int series,
            int item,
            CrosshairState crosshairState,
            int pass) {
        if (pass == BAND_PASS && !banded[series]) {
            return;
        }
        super.drawItem(g2, state, area, info, plot, domainAxis, rangeAxis, dataset, series, item, crosshairState, pass);
    }
}
