package io.tidemark.reports.output;

import io.tidemark.reports.chart.Chart;
import io.tidemark.reports.chart.Svg;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Document;
import io.tidemark.reports.document.HtmlRenderer;
import io.tidemark.reports.document.MarkdownRenderer;
import io.tidemark.reports.exit.FileErrorFormat;
import java.awt.AWTError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes a document as a single file in the form that is wanted. Keeps no state. */
public final class DocumentWriter {
    private static final Logger LOG = LoggerFactory.getLogger(DocumentWriter.class);
    private static final String NOT_DRAWN =
            "<p class=\"callout doubt\">Not drawn: the machine that made this has no fonts or no display.</p>";

    private final Function<Chart, String> inline;
    private final Function<Chart, String> file;

    public DocumentWriter() {
        this(picture -> Svg.of(picture).element(), picture -> Svg.of(picture).file());
    }

    /** How a picture is drawn into a styled page, and as a file of its own. */
    DocumentWriter(Function<Chart, String> inline, Function<Chart, String> file) {
        this.inline = inline;
        this.file = file;
    }

    /** One page that needs nothing else. @throws UncheckedIOException if it cannot be written */
    public void html(Document document, Path page) {
        write(page, html(document));
    }

    /** The same page as text. */
    public String html(Document document) {
        return new HtmlRenderer(style(), picture -> drawn(picture, inline)).of(document);
    }

    /** GitHub's Markdown, with an SVG beside it for each figure. @throws UncheckedIOException if one cannot be written */
    public void markdown(Document document, Path page) {
        write(page, MarkdownRenderer.of(document));
        document.figures().stream()
                .map(Block.Figure::chart)
                .forEach(picture -> write(page.resolveSibling(picture.name() + ".svg"), drawn(picture, file)));
    }

    /** Figures matter more than pictures. */
    private static String drawn(Chart picture, Function<Chart, String> draw) {
        try {
            return draw.apply(picture);
        } catch (LinkageError | InternalError | AWTError e) {
            LOG.warn(
                    "picture {} could not be drawn; is a font installed, and -Djava.awt.headless=true set? {}",
                    picture.name(),
                    e.toString());
            return NOT_DRAWN;
        }
    }

    /** Makes the folder if it is missing; replaces what is there. @throws UncheckedIOException if it cannot be written */
    public static void write(Path file, String text) {
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " could not be written: " + FileErrorFormat.format(e), e);
        }
    }

    private static String style() {
        try {
            return ReportWriter.style();
        } catch (IOException e) {
            throw new UncheckedIOException("the style of reports cannot be read: " + e.getMessage(), e);
        }
    }
}
