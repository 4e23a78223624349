package io.tidemark.reports.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Shape;
import java.awt.Stroke;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;

/**
 * How a curve looks. Each phase has a colour, dots and dashes of its own, so that phases stay apart in black and white.
 *
 * @param paletteIndex position in the palette; the same phase has the same everywhere
 */
public record CurveStyle(int paletteIndex, Line line) {
    private static final float[][] DASHES = {{}, {9, 3}, {3, 3}, {12, 3, 3, 3}, {6, 6}, {2, 6}};
    private static final float WIDE = 2f;
    private static final float NARROW = 1.2f;
    private static final double HALF_DOT = 3.5;

    /** The kinds of line. */
    public enum Line {
        /** A phase's line, dotted at its measured points. */
        PHASE_WITH_DOTS,
        /** A phase's line, dashed in its own way. */
        PHASE_DASHED,
        /** The main line of a picture of one phase. */
        PHASE,
        /** A second, lighter line of the same phase. */
        PHASE_SECOND,
        /** A third one, dotted. */
        PHASE_THIRD,
        /** A signal of the server. */
        SIGNAL,
        /** A second signal. */
        SIGNAL_SECOND,
        /** A third signal. */
        SIGNAL_THIRD,
        /** A fourth signal. */
        SIGNAL_FOURTH,
        /** A fifth signal. */
        SIGNAL_FIFTH,
        /** A sixth signal. */
        SIGNAL_SIXTH,
        /** A seventh signal. */
        SIGNAL_SEVENTH
    }

    Color colour() {
        return switch (line) {
            case SIGNAL, SIGNAL_THIRD, SIGNAL_SIXTH, SIGNAL_SEVENTH -> ChartColour.SIGNAL.colour();
            case SIGNAL_SECOND, SIGNAL_FOURTH, SIGNAL_FIFTH -> ChartColour.SIGNAL_SECOND.colour();
            case PHASE, PHASE_DASHED, PHASE_SECOND, PHASE_THIRD, PHASE_WITH_DOTS ->
                ChartColour.ofPhase(paletteIndex).colour();
        };
    }

    Stroke stroke() {
        return switch (line) {
            case PHASE_WITH_DOTS, PHASE_DASHED -> dashed(WIDE, DASHES[dash()]);
            case PHASE, SIGNAL, SIGNAL_FIFTH -> dashed(WIDE, DASHES[0]);
            case PHASE_SECOND -> dashed(NARROW, DASHES[1]);
            case PHASE_THIRD -> dashed(NARROW, DASHES[2]);
            case SIGNAL_SECOND -> dashed(WIDE, DASHES[2]);
            case SIGNAL_FOURTH -> dashed(NARROW, DASHES[1]);
            case SIGNAL_THIRD -> dashed(WIDE, DASHES[3]);
            case SIGNAL_SIXTH -> dashed(WIDE, DASHES[4]);
            case SIGNAL_SEVENTH -> dashed(WIDE, DASHES[5]);
        };
    }

    /** After as many phases as there are colours the same colours come again, each with another dash. */
    private int dash() {
        return (paletteIndex + paletteIndex / ChartColour.phases()) % DASHES.length;
    }

    boolean dotted() {
        return line == Line.PHASE_WITH_DOTS;
    }

    Shape dot() {
        double size = 2 * HALF_DOT;
        return switch ((paletteIndex + paletteIndex / ChartColour.phases()) % 3) {
            case 0 -> new Ellipse2D.Double(-HALF_DOT, -HALF_DOT, size, size);
            case 1 -> new Rectangle2D.Double(-HALF_DOT, -HALF_DOT, size, size);
            default -> triangle();
        };
    }

    private static Shape triangle() {
        Path2D path = new Path2D.Double();
        path.moveTo(0, -HALF_DOT - 1);
        path.lineTo(HALF_DOT + 1, HALF_DOT);
        path.lineTo(-HALF_DOT - 1, HALF_DOT);
        path.closePath();
        return path;
    }

    private static Stroke dashed(float width, float[] dashes) {
        return dashes.length == 0
                ? new BasicStroke(width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND)
                : new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1f, dashes, 0f);
    }
}
