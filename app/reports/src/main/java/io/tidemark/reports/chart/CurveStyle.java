package io.tidemark.reports.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Shape;
import java.awt.Stroke;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.util.Optional;

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

    /** In place of a dash: that of the phase. */
    private static final int OWN_DASH = -1;

    /** The kinds of line: those of a phase, the second and third of it lighter, and those of a server's signals. */
    public enum Line {
        /** With dots at its measured points. */
        PHASE_WITH_DOTS(WIDE, OWN_DASH),
        PHASE_DASHED(WIDE, OWN_DASH),
        /** The main line of a picture of one phase. */
        PHASE(WIDE, 0),
        PHASE_SECOND(NARROW, 1),
        PHASE_THIRD(NARROW, 2),
        SIGNAL(WIDE, 0, ChartColour.SIGNAL),
        SIGNAL_SECOND(WIDE, 2, ChartColour.SIGNAL_SECOND),
        SIGNAL_THIRD(WIDE, 3, ChartColour.SIGNAL),
        SIGNAL_FOURTH(NARROW, 1, ChartColour.SIGNAL_SECOND),
        SIGNAL_FIFTH(WIDE, 0, ChartColour.SIGNAL_SECOND),
        SIGNAL_SIXTH(WIDE, 4, ChartColour.SIGNAL),
        SIGNAL_SEVENTH(WIDE, 5, ChartColour.SIGNAL);

        private final float width;
        private final int dash;
        private final Optional<ChartColour> colour;

        Line(float width, int dash) {
            this(width, dash, Optional.empty());
        }

        Line(float width, int dash, ChartColour colour) {
            this(width, dash, Optional.of(colour));
        }

        Line(float width, int dash, Optional<ChartColour> colour) {
            this.width = width;
            this.dash = dash;
            this.colour = colour;
        }
    }

    Color colour() {
        return line.colour.orElseGet(() -> ChartColour.ofPhase(paletteIndex)).colour();
    }

    /** After as many phases as there are colours the same colours come again, each with another dash. */
    Stroke stroke() {
        float[] dashes = DASHES[line.dash == OWN_DASH ? place() % DASHES.length : line.dash];
        return dashes.length == 0
                ? new BasicStroke(line.width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND)
                : new BasicStroke(line.width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1f, dashes, 0f);
    }

    private int place() {
        return paletteIndex + paletteIndex / ChartColour.phases();
    }

    boolean dotted() {
        return line == Line.PHASE_WITH_DOTS;
    }

    Shape dot() {
        double size = 2 * HALF_DOT;
        return switch (place() % 3) {
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
}
