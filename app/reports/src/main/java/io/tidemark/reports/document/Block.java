package io.tidemark.reports.document;

import io.tidemark.reports.chart.Chart;
import java.util.List;
import java.util.stream.IntStream;

/** A piece of a document. All text is plain; the writer of the output format escapes it. */
public sealed interface Block {
    /** The sentence that everything else explains. */
    record Headline(String text, Tone tone) implements Block {}

    record Paragraph(String text, Tone tone) implements Block {}

    /** What must not be missed. */
    record Callout(String text, Tone tone) implements Block {}

    record Bullets(List<String> items) implements Block {
        public Bullets {
            items = List.copyOf(items);
        }
    }

    record Table(List<Column> columns, List<List<Cell>> rows) implements Block {
        public Table {
            columns = List.copyOf(columns);
            rows = rows.stream().map(List::copyOf).toList();
        }

        /** The same without the columns that have no text in any row. */
        public Table sparse() {
            List<Integer> kept = IntStream.range(0, columns.size())
                    .filter(column -> rows.stream()
                            .anyMatch(row -> !row.get(column).text().isEmpty()))
                    .boxed()
                    .toList();
            return new Table(
                    kept.stream().map(columns::get).toList(),
                    rows.stream()
                            .map(row -> kept.stream().map(row::get).toList())
                            .toList());
        }

        /** What the marks of its cells mean, a line each, as every output format prints them under it. */
        public List<String> notes() {
            return rows.stream()
                    .flatMap(List::stream)
                    .flatMap(cell -> cell.notes().stream())
                    .map(Note::line)
                    .distinct()
                    .toList();
        }
    }

    /** Text to copy: commands. */
    record Code(String text) implements Block {}

    /** A picture, with what it shows as a table for those who cannot see it; a table without rows is not shown. */
    record Figure(Chart chart, String caption, Table data) implements Block {}

    /** What a page shows when its reader asks for it: folded under its title. */
    record Details(String title, List<Block> blocks) implements Block {
        public Details {
            blocks = List.copyOf(blocks);
        }
    }

    /** A title within a section. */
    record Heading(String text) implements Block {}

    /** A table's column. */
    record Column(String name, Align align) {
        public static Column left(String name) {
            return new Column(name, Align.LEFT);
        }

        public static Column right(String name) {
            return new Column(name, Align.RIGHT);
        }
    }

    /** Where a column's text stands. */
    enum Align {
        LEFT,
        RIGHT
    }

    static Paragraph plain(String text) {
        return new Paragraph(text, Tone.PLAIN);
    }

    static Paragraph muted(String text) {
        return new Paragraph(text, Tone.MUTED);
    }
}
