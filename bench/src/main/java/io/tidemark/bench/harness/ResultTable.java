package io.tidemark.bench.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A table of text: the first column to the left, the others to the right. Not thread-safe. */
public final class ResultTable {
    private final List<List<String>> rows = new ArrayList<>();

    /** @throws IllegalArgumentException if two columns have the same name */
    public ResultTable(String... header) {
        if (Stream.of(header).distinct().count() != header.length) {
            throw new IllegalArgumentException(
                    "each column must have a name of its own but they were " + List.of(header));
        }
        rows.add(List.of(header));
    }

    /** @throws IllegalArgumentException if it has another number of cells than the header */
    public ResultTable row(String... cells) {
        if (cells.length != rows.get(0).size()) {
            throw new IllegalArgumentException(
                    "a row must have " + rows.get(0).size() + " cells but had " + cells.length);
        }
        rows.add(List.of(cells));
        return this;
    }

    /** The header and then the rows. */
    List<List<String>> rows() {
        return List.copyOf(rows);
    }

    /** Lines without an end of line at the last. */
    String text() {
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            for (int column = 0; column < row.size(); column++) {
                text.append(cell(row.get(column), column));
            }
            text.append('\n');
        }
        return text.toString().stripTrailing();
    }

    private String cell(String content, int column) {
        int width =
                rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
        return column == 0
                ? content + " ".repeat(width - content.length())
                : " ".repeat(2 + width - content.length()) + content;
    }
}
