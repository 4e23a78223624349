package io.tidemark.reports.document;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The verdict of a document for a terminal, with or without colour. */
public final class TerminalRenderer {
    private static final String INDENT = "  ";
    private static final String GAP = "   ";
    private static final int MAX_WIDTH = 100;
    private static final String MORE = "This is a summary; --verbose shows all of it.";

    /** The empty line before a table, and its head. */
    private static final int BARE_HEAD_LINES = 2;

    private final Colour colour;
    private final int textWidth;
    private final int tableWidth;

    /** For a pipe or a file, where no window bounds a table. */
    public TerminalRenderer(Colour colour) {
        this(colour, Integer.MAX_VALUE);
    }

    /** @param columns how many characters fit on a line of the window */
    public TerminalRenderer(Colour colour, int columns) {
        this.colour = colour;
        this.textWidth = Math.min(columns, MAX_WIDTH) - INDENT.length();
        this.tableWidth = columns - INDENT.length();
    }

    /** Whether escape sequences may be written: not with NO_COLOR, nor into a pipe or file. */
    public enum Colour {
        ANSI,
        NONE
    }

    /** The whole verdict. Lines, each ended; blocks are apart by an empty one, paragraphs are not. */
    public String of(Document document) {
        return text(document.verdict(), Integer.MAX_VALUE);
    }

    /** The verdict if it fits into so many lines; else its summary, with fewer rows of tables as far as needed, and a line that says so. */
    public String summary(Document document, int maxLines) {
        String whole = of(document);
        if (lineCount(whole) <= maxLines) {
            return whole;
        }
        String more = line(toned(MORE, Tone.MUTED));
        int maxRows = document.summary().stream()
                .filter(Block.Table.class::isInstance)
                .mapToInt(table -> ((Block.Table) table).rows().size())
                .max()
                .orElse(0);
        String text = text(document.summary(), maxRows);
        while (maxRows > 1 && lineCount(text) >= maxLines) {
            maxRows--;
            text = text(document.summary(), maxRows);
        }
        long kept = lineCount(text) < maxLines ? maxLines : linesWithoutBareHead(document.summary(), maxLines - 1L);
        return text.lines().limit(kept).map(line -> line + "\n").collect(Collectors.joining()) + more;
    }

    /** So many lines of blocks whose tables have one row, or fewer where they would end with the head of a table and none of its rows. */
    private long linesWithoutBareHead(List<Block> blocks, long lines) {
        for (int i = 1; i < blocks.size(); i++) {
            long before = lineCount(text(blocks.subList(0, i), 1));
            if (blocks.get(i) instanceof Block.Table && before < lines && before + BARE_HEAD_LINES >= lines) {
                return before;
            }
        }
        return lines;
    }

    private static long lineCount(String text) {
        return text.lines().count();
    }

    private String text(List<Block> blocks, int maxRows) {
        StringBuilder out = new StringBuilder();
        boolean afterParagraph = false;
        for (Block block : blocks) {
            boolean paragraph = block instanceof Block.Paragraph;
            out.append(out.isEmpty() || (afterParagraph && paragraph) ? "" : "\n");
            out.append(block instanceof Block.Table table ? table(shortened(table, maxRows)) : block(block));
            afterParagraph = paragraph;
        }
        return out.toString();
    }

    private static Block.Table shortened(Block.Table table, int maxRows) {
        return table.rows().size() <= maxRows
                ? table
                : new Block.Table(table.columns(), table.rows().subList(0, maxRows));
    }

    private String block(Block block) {
        if (block instanceof Block.Headline headline) {
            return lines(headline.text(), line -> bold(line, headline.tone()));
        }
        if (block instanceof Block.Heading heading) {
            return lines(heading.text(), line -> bold(line, Tone.PLAIN));
        }
        if (block instanceof Block.Paragraph paragraph) {
            return lines(paragraph.text(), line -> toned(line, paragraph.tone()));
        }
        if (block instanceof Block.Callout callout) {
            return lines("! " + callout.text(), line -> bold(line, callout.tone()));
        }
        if (block instanceof Block.Bullets bullets) {
            return bullets.items().stream()
                    .map(item -> lines(item, UnaryOperator.identity()))
                    .collect(Collectors.joining());
        }
        if (block instanceof Block.Table table) {
            return table(table);
        }
        if (block instanceof Block.Code code) {
            return code.text()
                    .lines()
                    .map(text -> line(TextEscaper.terminal(text)))
                    .collect(Collectors.joining());
        }
        if (block instanceof Block.Details details) {
            return lines(details.title(), line -> bold(line, Tone.PLAIN)) + "\n"
                    + text(details.blocks(), Integer.MAX_VALUE);
        }
        return line("figure: " + ((Block.Figure) block).chart().name() + ".svg");
    }

    private String lines(String text, UnaryOperator<String> style) {
        return wrapped(text).stream().map(line -> line(style.apply(line))).collect(Collectors.joining());
    }

    /** A table that is wider than the window goes on below, with its first column again; its notes stand under all of it. */
    private String table(Block.Table table) {
        List<Integer> widths = IntStream.range(0, table.columns().size())
                .map(i -> width(table, i))
                .boxed()
                .toList();
        String rows =
                parts(widths).stream().map(part -> rows(table, part, widths)).collect(Collectors.joining("\n"));
        return rows
                + table.notes().stream()
                        .map(note -> lines(note, line -> toned(line, Tone.MUTED)))
                        .collect(Collectors.joining());
    }

    /** Which columns stand side by side. */
    private List<List<Integer>> parts(List<Integer> widths) {
        List<List<Integer>> parts = new ArrayList<>();
        List<Integer> part = new ArrayList<>(List.of(0));
        int used = widths.get(0);
        for (int column = 1; column < widths.size(); column++) {
            int more = GAP.length() + widths.get(column);
            if (used + more > tableWidth && part.size() > 1) {
                parts.add(part);
                part = new ArrayList<>(List.of(0));
                used = widths.get(0);
            }
            part.add(column);
            used += more;
        }
        parts.add(part);
        return parts;
    }

    private String rows(Block.Table table, List<Integer> part, List<Integer> widths) {
        List<Cell> head = table.columns().stream()
                .map(column -> new Cell(column.name(), Tone.MUTED))
                .toList();
        return Stream.concat(Stream.of(head), table.rows().stream())
                .map(row -> line(part.stream()
                        .map(i -> padded(row.get(i), table.columns().get(i).align(), widths.get(i)))
                        .collect(Collectors.joining(GAP))))
                .collect(Collectors.joining());
    }

    private static int width(Block.Table table, int column) {
        int widest = table.rows().stream()
                .mapToInt(row -> row.get(column).text().length())
                .max()
                .orElse(0);
        return Math.max(table.columns().get(column).name().length(), widest);
    }

    private String padded(Cell cell, Block.Align align, int width) {
        String room = " ".repeat(width - cell.text().length());
        String text = toned(cell.text(), cell.tone());
        return align == Block.Align.RIGHT ? room + text : text + room;
    }

    private static String line(String text) {
        return (INDENT + text).stripTrailing() + "\n";
    }

    /** Breaks text between words; what follows the first line is indented under it. */
    private List<String> wrapped(String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : TextEscaper.terminal(text).split(" ", -1)) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > textWidth) {
                lines.add(line.toString());
                line.setLength(0);
                line.append(INDENT);
            }
            line.append(line.isEmpty() || line.toString().equals(INDENT) ? "" : " ")
                    .append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    private String bold(String text, Tone tone) {
        return colour == Colour.NONE ? TextEscaper.terminal(text) : "\u001b[1m" + toned(text, tone) + "\u001b[0m";
    }

    private String toned(String text, Tone tone) {
        String safe = TextEscaper.terminal(text);
        if (colour == Colour.NONE || tone == Tone.PLAIN) {
            return safe;
        }
        return "\u001b[" + code(tone) + "m" + safe + "\u001b[0m";
    }

    private static int code(Tone tone) {
        return switch (tone) {
            case GOOD -> 32;
            case BAD -> 31;
            case DOUBT -> 33;
            case MUTED -> 2;
            case PLAIN -> 0;
        };
    }
}
