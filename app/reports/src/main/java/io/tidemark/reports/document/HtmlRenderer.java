package io.tidemark.reports.document;

import io.tidemark.reports.chart.Chart;
import io.tidemark.reports.document.Document.DocumentSection;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A document as one HTML page that needs nothing else: style and pictures are inside, no script, no request to anywhere. */
public final class HtmlRenderer {
    private static final int HALF_PAGE_PIXELS = 600;

    /** Of a table's columns, so many name it where it cannot be seen. */
    private static final int NAMED_COLUMNS = 3;

    private final String style;
    private final Function<Chart, String> svg;

    /** The style sheet's text goes into the page, and so does each picture's {@code <svg>}. */
    public HtmlRenderer(String style, Function<Chart, String> svg) {
        this.style = style;
        this.svg = svg;
    }

    public String of(Document document) {
        return """
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
                <title>%s</title>
                <style>
                %s</style>
                </head>
                <body>
                <header>
                <h1>%s</h1>
                <p class="muted">%s</p>
                <nav aria-label="Sections">%s</nav>
                </header>
                <main>
                %s</main>
                </body>
                </html>
                """.formatted(
                        TextEscaper.html(document.title()),
                        style,
                        TextEscaper.html(document.title()),
                        TextEscaper.html(document.subtitle()),
                        document.sections().stream().map(HtmlRenderer::link).collect(Collectors.joining("\n")),
                        document.sections().stream().map(this::section).collect(Collectors.joining()));
    }

    /** What stands in place of a picture. */
    public static String callout(String text) {
        return element("p", "callout doubt", text);
    }

    private static String link(DocumentSection section) {
        return "<a href=\"#" + id(section) + "\">" + TextEscaper.html(section.title()) + "</a>";
    }

    /** Of its title's letters and digits. */
    private static String id(DocumentSection section) {
        return section.title()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("-$", "");
    }

    private String section(DocumentSection section) {
        String blocks = section.blocks().stream().map(this::block).collect(Collectors.joining());
        return "<section>\n<h2 id=\"" + id(section) + "\">" + TextEscaper.html(section.title()) + "</h2>\n" + blocks
                + "</section>\n";
    }

    private String block(Block block) {
        if (block instanceof Block.Headline headline) {
            return element("p", "headline " + tone(headline.tone()), headline.text());
        }
        if (block instanceof Block.Heading heading) {
            return "<h3>" + TextEscaper.html(heading.text()) + "</h3>\n";
        }
        if (block instanceof Block.Paragraph paragraph) {
            return element("p", tone(paragraph.tone()), paragraph.text());
        }
        if (block instanceof Block.Callout callout) {
            return element("p", "callout " + tone(callout.tone()), callout.text());
        }
        if (block instanceof Block.Bullets bullets) {
            return bullets.items().stream()
                    .map(item -> "<li>" + TextEscaper.html(item) + "</li>\n")
                    .collect(Collectors.joining("", "<ul>\n", "</ul>\n"));
        }
        if (block instanceof Block.Table table) {
            return table(table);
        }
        if (block instanceof Block.Code code) {
            return "<pre>" + TextEscaper.html(code.text()) + "</pre>\n";
        }
        if (block instanceof Block.Details details) {
            return "<details class=\"basis\"><summary>" + TextEscaper.html(details.title()) + "</summary>\n"
                    + details.blocks().stream().map(this::block).collect(Collectors.joining()) + "</details>\n";
        }
        return figure((Block.Figure) block);
    }

    private String figure(Block.Figure figure) {
        boolean half = figure.chart().widthPixels() <= HALF_PAGE_PIXELS;
        String drawn = svg.apply(figure.chart());
        return "<figure class=\"" + (half ? "half" : "whole") + "\" style=\"width:"
                + figure.chart().widthPixels() + "px\">\n"
                + (half
                        ? drawn
                        : scrolled("Chart: " + TextEscaper.html(figure.chart().title()), drawn)) + "\n<figcaption>"
                + TextEscaper.html(figure.caption()) + "</figcaption>\n" + data(figure.data()) + "</figure>\n";
    }

    private static String data(Block.Table data) {
        return data.rows().isEmpty()
                ? ""
                : "<details><summary>The figures behind it</summary>\n" + table(data) + "</details>\n";
    }

    private static String table(Block.Table table) {
        String head = table.columns().stream()
                .map(column -> "<th scope=\"col\" class=\"" + align(column) + "\">" + TextEscaper.html(column.name())
                        + "</th>")
                .collect(Collectors.joining("", "<thead><tr>", "</tr></thead>\n"));
        String rows =
                table.rows().stream().map(row -> row(table.columns(), row)).collect(Collectors.joining());
        String name = table.columns().stream()
                .map(column -> TextEscaper.html(column.name()))
                .filter(text -> !text.isBlank())
                .limit(NAMED_COLUMNS)
                .collect(Collectors.joining(", ", "Table: ", ""));
        String notes = table.notes().stream()
                .map(note -> element("p", tone(Tone.MUTED), note))
                .collect(Collectors.joining());
        return scrolled(name, "<table>\n" + head + "<tbody>\n" + rows + "</tbody></table>") + notes;
    }

    /** Who has no mouse scrolls what is wider than the page by the keyboard, so it takes the focus, and is named when it does. */
    private static String scrolled(String name, String content) {
        return "<div class=\"scroll\" role=\"group\" tabindex=\"0\" aria-label=\"" + name + "\">" + content
                + "</div>\n";
    }

    private static String row(List<Block.Column> columns, List<Cell> row) {
        return IntStream.range(0, row.size())
                .mapToObj(i -> cell(columns.get(i), row.get(i)))
                .collect(Collectors.joining("", "<tr>", "</tr>\n"));
    }

    private static String cell(Block.Column column, Cell cell) {
        return "<td class=\"" + align(column) + " " + tone(cell.tone()) + "\">" + TextEscaper.html(cell.text())
                + "</td>";
    }

    private static String element(String name, String classes, String text) {
        return "<" + name + " class=\"" + classes + "\">" + TextEscaper.html(text) + "</" + name + ">\n";
    }

    private static String align(Block.Column column) {
        return column.align().name().toLowerCase(Locale.ROOT);
    }

    private static String tone(Tone tone) {
        return tone.name().toLowerCase(Locale.ROOT);
    }
}
