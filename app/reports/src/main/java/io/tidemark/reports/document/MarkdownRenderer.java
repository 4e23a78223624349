package io.tidemark.reports.document;

import java.util.List;
import java.util.stream.Collectors;

/** A document as Markdown with tables (GitHub's). Figures are links to the SVG files beside it. */
public final class MarkdownRenderer {
    private MarkdownRenderer() {}

    public static String of(Document document) {
        StringBuilder out = new StringBuilder();
        out.append("# ").append(TextEscaper.markdown(document.title())).append("\n\n");
        out.append(TextEscaper.markdown(document.subtitle())).append("\n");
        document.sections().forEach(section -> {
            out.append("\n## ").append(TextEscaper.markdown(section.title())).append("\n");
            section.blocks().forEach(block -> out.append("\n").append(block(block)));
        });
        return out.toString();
    }

    private static String block(Block block) {
        if (block instanceof Block.Headline headline) {
            return "**" + TextEscaper.markdown(headline.text()) + "**\n";
        }
        if (block instanceof Block.Heading heading) {
            return "### " + TextEscaper.markdown(heading.text()) + "\n";
        }
        if (block instanceof Block.Paragraph paragraph) {
            return TextEscaper.markdown(paragraph.text()) + "\n";
        }
        if (block instanceof Block.Callout callout) {
            return "> **" + TextEscaper.markdown(callout.text()) + "**\n";
        }
        if (block instanceof Block.Bullets bullets) {
            return bullets.items().stream()
                    .map(item -> "- " + TextEscaper.markdown(item) + "\n")
                    .collect(Collectors.joining());
        }
        if (block instanceof Block.Table table) {
            return table(table);
        }
        if (block instanceof Block.Code code) {
            return code.text().lines().map(line -> "    " + line + "\n").collect(Collectors.joining());
        }
        if (block instanceof Block.Details details) {
            return "<details><summary>" + TextEscaper.markdown(details.title()) + "</summary>\n"
                    + details.blocks().stream()
                            .map(inner -> "\n" + block(inner))
                            .collect(Collectors.joining())
                    + "\n</details>\n";
        }
        return figure((Block.Figure) block);
    }

    private static String figure(Block.Figure figure) {
        return "![" + TextEscaper.markdown(figure.chart().title()) + "]("
                + figure.chart().name() + ".svg)\n\n" + TextEscaper.markdown(figure.caption()) + "\n"
                + data(figure.data());
    }

    private static String data(Block.Table data) {
        return data.rows().isEmpty()
                ? ""
                : "\n<details><summary>The figures behind it</summary>\n\n" + table(data) + "\n</details>\n";
    }

    private static String table(Block.Table table) {
        String head = row(table.columns().stream().map(Block.Column::name).toList());
        String rule = table.columns().stream()
                .map(column -> column.align() == Block.Align.RIGHT ? "---:" : "---")
                .collect(Collectors.joining(" | ", "| ", " |\n"));
        return head
                + rule
                + table.rows().stream()
                        .map(row -> row(row.stream().map(Cell::text).toList()))
                        .collect(Collectors.joining())
                + table.notes().stream()
                        .map(note -> "\n" + TextEscaper.markdown(note) + "\n")
                        .collect(Collectors.joining());
    }

    private static String row(List<String> cells) {
        return cells.stream().map(TextEscaper::markdown).collect(Collectors.joining(" | ", "| ", " |\n"));
    }
}
