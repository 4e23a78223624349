package io.tidemark.app.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

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
        assertThat(svg(LINEAR, LOG, Point.of(1, 20), Point.gap(2), Point.of(3, 30), Point.of(4, 31)))
                .doesNotContain("NaN")
                .doesNotContain("Infinity");
    }

    @Test
    void neitherDoBandsAroundAGap() {
        assertThat(svg(
                        LINEAR,
                        LOG,
                        new Point(1, 20, 15, 30),
                        new Point(2, NONE, NONE, NONE),
                        new Point(3, 30, 20, UNBOUNDED),
                        new Point(4, UNBOUNDED, 40, UNBOUNDED)))
                .doesNotContain("NaN")
                .doesNotContain("Infinity");
    }

    @Test
    void noughtsHaveNoPlaceOnALogScaleAndAreDrawnBeforeIt() {
        assertThat(svg(LOG, LOG, Point.of(0, 0), Point.of(20, 30)))
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
        assertThat(svg(LINEAR, LINEAR, Ink.Line.PHASE, Point.of(20, 20)))
                .contains("d=\"M274.5 131 C274.5 132.933")
                .doesNotContain("L271 77");
        assertThat(svg(LINEAR, LINEAR, Ink.Line.PHASE, new Point(20, 20, 10, 30)))
                .contains("d=\"M274.5 131 C274.5 132.933")
                .contains("d=\"M271 185 L271 77\"");
    }

    @Test
    void aCurveWithoutIntervalsHasNoBand() {
        assertThat(svg(LINEAR, LINEAR, Point.of(1, 20), Point.of(2, 30))).doesNotContain("opacity=\"0.15");
        assertThat(svg(LINEAR, LINEAR, new Point(1, 20, 10, 30), new Point(2, 30, 20, 40)))
                .contains("opacity=\"0.15");
    }

    private static String svg(Axis x, Axis y, Point... points) {
        return svg(x, y, Ink.Line.PHASE_DASHED, points);
    }

    private static String svg(Axis x, Axis y, Ink.Line line, Point... points) {
        Curve curve = new Curve("baseline", new Ink(0, line), List.of(points));
        return Svg.of(new Picture(
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
