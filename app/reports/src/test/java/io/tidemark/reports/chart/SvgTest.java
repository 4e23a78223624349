package io.tidemark.reports.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.reports.chart.Chart.Curve;
import io.tidemark.reports.chart.Chart.CurvePoint;
import io.tidemark.reports.chart.Chart.Panel;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is written into the paths of a chart; a browser stops drawing a path at the first coordinate that is no number. */
class SvgTest {
    private static final double NONE = Double.NaN;
    private static final double UNBOUNDED = Double.POSITIVE_INFINITY;
    private static final Axis LINEAR = new Axis("load (req/s)", 0, 40, Axis.Scale.LINEAR);
    private static final Axis LOG = new Axis("TTFT (ms, log)", 10, 1000, Axis.Scale.LOG);

    @Test
    void gapsLeaveNoCoordinatesThatAreNoNumbers() {
        assertThat(svg(
                        LINEAR,
                        LOG,
                        CurvePoint.of(1, 20),
                        CurvePoint.gap(2),
                        CurvePoint.of(3, 30),
                        CurvePoint.of(4, 31)))
                .doesNotContain("NaN")
                .doesNotContain("Infinity");
    }

    @Test
    void neitherDoBandsAroundAGap() {
        assertThat(svg(
                        LINEAR,
                        LOG,
                        new CurvePoint(1, 20, 15, 30),
                        new CurvePoint(2, NONE, NONE, NONE),
                        new CurvePoint(3, 30, 20, UNBOUNDED),
                        new CurvePoint(4, UNBOUNDED, 40, UNBOUNDED)))
                .doesNotContain("NaN")
                .doesNotContain("Infinity");
    }

    @Test
    void noughtsHaveNoPlaceOnALogScaleAndAreDrawnBeforeIt() {
        assertThat(svg(LOG, LOG, CurvePoint.of(0, 0), CurvePoint.of(20, 30)))
                .doesNotContain("NaN")
                .doesNotContain("Infinity");
    }

    @Test
    void aCurveOfNoPointsIsEmpty() {
        assertThat(svg(LINEAR, LINEAR)).doesNotContain("NaN").contains("baseline");
    }

    @Test
    void aSinglePointIsADotWithItsIntervalAsAnUpright() {
        // The panel is from pixel 23 down to 239 for 40 to 0.
        assertThat(svg(LINEAR, LINEAR, CurveStyle.Line.PHASE, CurvePoint.of(20, 20)))
                .contains("d=\"M274.5 131 C274.5 132.933")
                .doesNotContain("L271 77");
        assertThat(svg(LINEAR, LINEAR, CurveStyle.Line.PHASE, new CurvePoint(20, 20, 10, 30)))
                .contains("d=\"M274.5 131 C274.5 132.933")
                .contains("d=\"M271 185 L271 77\"");
    }

    @Test
    void aCurveWithoutIntervalsHasNoBand() {
        assertThat(svg(LINEAR, LINEAR, CurvePoint.of(1, 20), CurvePoint.of(2, 30)))
                .doesNotContain("opacity=\"0.15");
        assertThat(svg(LINEAR, LINEAR, new CurvePoint(1, 20, 10, 30), new CurvePoint(2, 30, 20, 40)))
                .contains("opacity=\"0.15");
    }

    private static String svg(Axis x, Axis y, CurvePoint... points) {
        return svg(x, y, CurveStyle.Line.PHASE_DASHED, points);
    }

    private static String svg(Axis x, Axis y, CurveStyle.Line line, CurvePoint... points) {
        Curve curve = new Curve("baseline", new CurveStyle(0, line), List.of(points));
        return Svg.of(new Chart(
                        "picture",
                        "A picture",
                        "One line.",
                        x,
                        List.of(new Panel(y, List.of(curve), List.of(), List.of())),
                        500,
                        300))
                .element();
    }
}
