package io.tidemark.reports.output;

import io.tidemark.reports.chart.Chart;
import io.tidemark.reports.chart.DrawingSupport;
import io.tidemark.reports.chart.Png;
import io.tidemark.reports.chart.Svg;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Document;
import io.tidemark.reports.document.HtmlRenderer;
import io.tidemark.reports.document.MarkdownRenderer;
import io.tidemark.reports.model.ReportModel;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Writes a report in its three forms. Keeps no state. */
public final class ReportWriter {
    private static final String STYLE = "report.css";

    private final Function<Chart, Drawn> draw;
    private final Supplier<Optional<String>> notDrawn;

    public ReportWriter() {
        this(ReportWriter::drawn, DrawingSupport::missing);
    }

    /** @param notDrawn why no chart is drawn; empty to draw them; asked only for a document with charts */
    ReportWriter(Function<Chart, Drawn> draw, Supplier<Optional<String>> notDrawn) {
        this.draw = draw;
        this.notDrawn = notDrawn;
    }

    /** A chart for a page that is styled, as an SVG file, and as a PNG file. */
    record Drawn(String inline, String svg, ByteBuffer png) {}

    /**
     * Writes {@code report.html}, {@code report.md}, and an SVG and a PNG per chart into a folder, which is made if it is missing; what is there
     * under these names is replaced.
     *
     * @throws UncheckedIOException if a file cannot be written
     */
    public Written write(Document document, Path folder) {
        try {
            Files.createDirectories(folder);
            Map<String, Drawn> drawn = drawn(document);
            List<Path> charts = new ArrayList<>();
            for (Map.Entry<String, Drawn> chart : drawn.entrySet()) {
                charts.add(
                        write(folder, chart.getKey() + ".svg", chart.getValue().svg()));
                Files.write(
                        folder.resolve(chart.getKey() + ".png"),
                        chart.getValue().png().array());
            }
            HtmlRenderer page = new HtmlRenderer(style(), chart -> inline(drawn, chart));
            Path html = write(folder, "report.html", page.of(document));
            return new Written(html, write(folder, "report.md", MarkdownRenderer.of(document)), charts);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "report could not be written into " + folder + ": " + FileErrorFormat.format(e), e);
        }
    }

    /** The files of the report on {@code model}. */
    public Written write(ReportModel model, Path folder) {
        return write(ReportDocument.of(model), folder);
    }

    private static Drawn drawn(Chart chart) {
        Svg.Drawn svg = Svg.of(chart);
        return new Drawn(svg.element(), svg.file(), ByteBuffer.wrap(Png.of(chart)));
    }

    private String inline(Map<String, Drawn> drawn, Chart chart) {
        return notDrawn.get()
                .map(HtmlRenderer::callout)
                .orElseGet(() -> Objects.requireNonNull(drawn.get(chart.name()), chart.name())
                        .inline());
    }

    /** By name of chart; empty if this machine draws none. */
    private Map<String, Drawn> drawn(Document document) {
        Map<String, Drawn> drawn = new LinkedHashMap<>();
        if (!document.figures().isEmpty() && notDrawn.get().isEmpty()) {
            // Drawing is a third of a large report's time, and each chart is drawn for itself.
            document.figures().parallelStream()
                    .map(Block.Figure::chart)
                    .map(chart -> Map.entry(chart.name(), draw.apply(chart)))
                    .toList()
                    .forEach(chart -> drawn.put(chart.getKey(), chart.getValue()));
        }
        return drawn;
    }

    private static Path write(Path folder, String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    static String style() throws IOException {
        try (InputStream in = Objects.requireNonNull(ReportWriter.class.getResourceAsStream(STYLE), STYLE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8) + Svg.darkStyle();
        }
    }

    /** Where a report was written; beside each chart's SVG is its PNG. */
    public record Written(Path html, Path markdown, List<Path> charts) {
        public Written {
            charts = List.copyOf(charts);
        }
    }
}
