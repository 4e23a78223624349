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

/** Draws segments, one a series, with a band only where there are intervals: DeviationRenderer draws one, of no height, along every line. */
final class BandRenderer extends DeviationRenderer {
    private static final float BAND_ALPHA = 0.15f;
    private static final int BAND_PASS = 0;

    /** By series; it is asked of every point. */
    private final transient boolean[] banded;

    BandRenderer(List<CurveSegment> segments) {
        super(true, false);
        this.banded = new boolean[segments.size()];
        setAlpha(BAND_ALPHA);
        for (int i = 0; i < segments.size(); i++) {
            CurveStyle style = segments.get(i).style();
            banded[i] = segments.get(i).hasBand();
            setSeriesPaint(i, style.colour());
            setSeriesFillPaint(i, style.colour());
            setSeriesStroke(i, style.stroke());
            // A single point has no line that could be seen.
            setSeriesShapesVisible(i, style.dotted() || segments.get(i).isSinglePoint());
            setSeriesShape(i, style.dot());
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
