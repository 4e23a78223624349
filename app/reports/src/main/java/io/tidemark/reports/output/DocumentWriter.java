package io.tidemark.reports.output;

import io.tidemark.reports.chart.DrawingSupport;
import io.tidemark.reports.chart.Svg;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Document;
import io.tidemark.reports.document.HtmlRenderer;
import io.tidemark.reports.document.MarkdownRenderer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a document as a single file in the form that is wanted. Keeps no state. */
public final class DocumentWriter {
    /** One page that needs nothing else. @throws UncheckedIOException if it cannot be written */
    public void html(Document document, Path page) {
        write(page, html(document));
    }

    /** The same page as text. */
    public String html(Document document) {
        return new HtmlRenderer(
                        style(),
                        chart -> DrawingSupport.missing()
                                .map(HtmlRenderer::callout)
                                .orElseGet(() -> Svg.of(chart).element()))
                .of(document);
    }

    /**
     * GitHub's Markdown, with an SVG beside it for each figure, if this machine can draw.
     *
     * @throws UncheckedIOException if one cannot be written
     */
    public void markdown(Document document, Path page) {
        write(page, MarkdownRenderer.of(document));
        if (DrawingSupport.missing().isEmpty()) {
            document.figures().stream()
                    .map(Block.Figure::chart)
                    .forEach(chart -> write(
                            page.resolveSibling(chart.name() + ".svg"),
                            Svg.of(chart).file()));
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
