package io.tidemark.console.view;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.tidemark.reports.chart.DrawingSupport;
import io.tidemark.reports.chart.Svg;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Document;
import io.tidemark.reports.document.Tone;
import java.util.List;

/** A report as pages show it. All text is plain. */
public record DocumentView(String title, String subtitle, List<BlockView> summary, List<Section> sections) {
    public DocumentView {
        summary = List.copyOf(summary);
        sections = List.copyOf(sections);
    }

    public static DocumentView of(Document document) {
        return new DocumentView(
                document.title(),
                document.subtitle(),
                blocks(document.verdict()),
                document.sections().stream()
                        .map(section -> new Section(section.title(), blocks(section.blocks())))
                        .toList());
    }

    static List<BlockView> blocks(List<Block> blocks) {
        return blocks.stream().map(DocumentView::block).toList();
    }

    private static BlockView block(Block block) {
        if (block instanceof Block.Headline one) {
            return new Headline(one.text(), one.tone());
        } else if (block instanceof Block.Paragraph one) {
            return new Paragraph(one.text(), one.tone());
        } else if (block instanceof Block.Callout one) {
            return new Callout(one.text(), one.tone());
        } else if (block instanceof Block.Bullets one) {
            return new Bullets(one.items());
        } else if (block instanceof Block.Table one) {
            return table(one);
        } else if (block instanceof Block.Code one) {
            return new Code(one.text());
        } else if (block instanceof Block.Figure one) {
            return DrawingSupport.missing()
                    .map(notDrawn -> withoutPicture(one, notDrawn))
                    .orElseGet(() -> figure(one));
        } else if (block instanceof Block.Details one) {
            return new Details(one.title(), blocks(one.blocks()));
        } else if (block instanceof Block.Heading one) {
            return new Heading(one.text());
        }
        throw new IllegalStateException("a block of another kind: " + block);
    }

    private static BlockView figure(Block.Figure figure) {
        return new Figure(
                figure.chart().name(),
                figure.chart().title(),
                figure.caption(),
                Svg.of(figure.chart()).file(),
                table(figure.data()));
    }

    private static BlockView withoutPicture(Block.Figure figure, String notDrawn) {
        return new Details(figure.chart().title(), List.of(new Callout(notDrawn, Tone.DOUBT), table(figure.data())));
    }

    private static Table table(Block.Table table) {
        return new Table(
                table.columns().stream()
                        .map(column -> new Column(column.name(), column.align()))
                        .toList(),
                table.rows().stream()
                        .map(row -> row.stream()
                                .map(cell -> new TableCell(cell.text(), cell.tone()))
                                .toList())
                        .toList(),
                table.notes());
    }

    public record Section(String title, List<BlockView> blocks) {
        public Section {
            blocks = List.copyOf(blocks);
        }
    }

    /** See {@link Block}. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Headline.class, name = "headline"),
        @JsonSubTypes.Type(value = Paragraph.class, name = "paragraph"),
        @JsonSubTypes.Type(value = Callout.class, name = "callout"),
        @JsonSubTypes.Type(value = Bullets.class, name = "bullets"),
        @JsonSubTypes.Type(value = Table.class, name = "table"),
        @JsonSubTypes.Type(value = Code.class, name = "code"),
        @JsonSubTypes.Type(value = Figure.class, name = "figure"),
        @JsonSubTypes.Type(value = Details.class, name = "details"),
        @JsonSubTypes.Type(value = Heading.class, name = "heading")
    })
    public sealed interface BlockView {}

    public record Headline(String text, Tone tone) implements BlockView {}

    public record Paragraph(String text, Tone tone) implements BlockView {}

    public record Callout(String text, Tone tone) implements BlockView {}

    public record Bullets(List<String> items) implements BlockView {
        public Bullets {
            items = List.copyOf(items);
        }
    }

    /** @param notes what marks and words of its cells mean */
    public record Table(List<Column> columns, List<List<TableCell>> rows, List<String> notes) implements BlockView {
        public Table {
            columns = List.copyOf(columns);
            rows = rows.stream().map(List::copyOf).toList();
            notes = List.copyOf(notes);
        }
    }

    public record TableCell(String text, Tone tone) {}

    public record Code(String text) implements BlockView {}

    /** @param svg a file of its own, which is dark where its reader prefers that */
    public record Figure(String name, String title, String caption, String svg, Table data) implements BlockView {}

    public record Details(String title, List<BlockView> blocks) implements BlockView {
        public Details {
            blocks = List.copyOf(blocks);
        }
    }

    public record Heading(String text) implements BlockView {}

    public record Column(String name, Block.Align align) {}
}
