package io.tidemark.app.cli.progress;

import java.util.ArrayList;
import java.util.List;

/** Lays figures out in rows that fit a window: a figure is never broken, and what does not fit goes on in the next row. Pure. */
final class TerminalRows {
    private static final String GAP = "   ";
    private static final String INDENT = " ".repeat(13);

    private TerminalRows() {}

    /**
     * The rows of one line of figures.
     *
     * @param line figures that are three spaces apart
     * @param width of the window, in characters; a figure that is wider than it is cut off
     */
    static List<String> layout(String line, int width) {
        List<String> rows = new ArrayList<>();
        String text = line.strip();
        StringBuilder row = new StringBuilder(line.substring(0, line.indexOf(text)));
        boolean first = true;
        for (String figure : text.split(" {3,}", -1)) {
            if (!first && row.length() + GAP.length() + figure.length() > width) {
                rows.add(cut(row, width));
                row = new StringBuilder(INDENT);
                first = true;
            }
            row.append(first ? "" : GAP).append(figure);
            first = false;
        }
        rows.add(cut(row, width));
        return rows;
    }

    private static String cut(StringBuilder row, int width) {
        return row.length() <= width ? row.toString() : row.substring(0, width);
    }
}
