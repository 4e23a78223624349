package io.tidemark.app.docs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A table in a page of docs, to be compared with the code that it mirrors. */
final class MarkdownTable {
    private final List<String> lines = new ArrayList<>();

    MarkdownTable(String... headings) {
        row(headings);
        lines.add("|" + "---|".repeat(headings.length));
    }

    MarkdownTable row(String... cells) {
        lines.add("| "
                + String.join(
                        " | ", Arrays.stream(cells).map(MarkdownTable::escape).toList()) + " |");
        return this;
    }

    String text() {
        return String.join("\n", lines);
    }

    /** Text in code type. */
    static String code(String text) {
        return "`" + text + "`";
    }

    private static String escape(String cell) {
        return cell.replace("|", "\\|");
    }
}
