package io.tidemark.simulator.calibration;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table in Markdown. */
final class MarkdownTable {
    private final List<String> lines = new ArrayList<>();

    MarkdownTable(String... headings) {
        row(headings);
        lines.add("|" + "---|".repeat(headings.length));
    }

    void row(String... cells) {
        lines.add("| " + String.join(" | ", cells) + " |");
    }

    /** Three digits or all before the point, whichever is more. */
    static String number(double value) {
        double magnitude = Math.abs(value);
        int decimals = magnitude >= 100 ? 0 : magnitude >= 10 ? 1 : 2;
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }

    static String percent(double value) {
        return String.format(Locale.ROOT, "%+.1f %%", value);
    }

    @Override
    public String toString() {
        return String.join("\n", lines);
    }
}
