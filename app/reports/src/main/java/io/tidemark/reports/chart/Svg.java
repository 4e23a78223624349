package io.tidemark.reports.chart;

import java.awt.Dimension;
import java.awt.geom.Rectangle2D;
import java.io.StringWriter;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.apache.batik.svggen.SVGGraphics2DIOException;
import org.apache.batik.svggen.SVGIDGenerator;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Draws charts as SVG with text that stays text. Every id begins with the chart's name, so that many fit into one page. */
public final class Svg {
    private static final String NAMESPACE = "http://www.w3.org/2000/svg";

    private Svg() {}

    /**
     * A chart that was drawn once, for both.
     *
     * @param element an {@code <svg>} element for a page that holds {@link #darkStyle()} itself
     * @param file a file of its own, which is dark where its reader prefers that
     */
    public record Drawn(String element, String file) {}

    public static Drawn of(Chart chart) {
        Document document = emptyDocument();
        SVGGraphics2D graphics = drawn(document, chart);
        Element root = graphics.getRoot();
        describe(document, root, chart);
        String element = text(graphics, root);
        addStyle(document, root);
        return new Drawn(element, text(graphics, root));
    }

    /** CSS that turns the colours of charts into those of a dark page where the reader prefers one. */
    public static String darkStyle() {
        return ChartColour.darkStyle();
    }

    private static SVGGraphics2D drawn(Document document, Chart chart) {
        SVGGeneratorContext context = SVGGeneratorContext.createDefault(document);
        context.setIDGenerator(new Ids(chart.name()));
        context.setComment(null);
        SVGGraphics2D graphics = new SVGGraphics2D(context, false);
        graphics.setSVGCanvasSize(new Dimension(chart.widthPixels(), chart.heightPixels()));
        JFreeChartBuilder.of(chart)
                .draw(graphics, new Rectangle2D.Double(0, 0, chart.widthPixels(), chart.heightPixels()));
        return graphics;
    }

    private static Document emptyDocument() {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .getDOMImplementation()
                    .createDocument(NAMESPACE, "svg", null);
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("this JDK has no XML parser", e);
        }
    }

    private static void describe(Document document, Element root, Chart chart) {
        root.setAttributeNS(null, "role", "img");
        root.setAttributeNS(null, "viewBox", "0 0 " + chart.widthPixels() + " " + chart.heightPixels());
        Element title = document.createElementNS(NAMESPACE, "title");
        title.appendChild(document.createTextNode(chart.title() + ". " + chart.alternative()));
        root.insertBefore(title, root.getFirstChild());
        Element shared =
                (Element) root.getElementsByTagNameNS(NAMESPACE, "defs").item(0);
        if (shared != null) {
            shared.setAttributeNS(null, "id", chart.name() + "-shared");
        }
    }

    /** A file has no page whose font it could take. */
    private static void addStyle(Document document, Element root) {
        Element style = document.createElementNS(NAMESPACE, "style");
        style.appendChild(
                document.createTextNode("text { font-family: system-ui, sans-serif; }\n" + ChartColour.darkStyle()));
        root.insertBefore(style, root.getFirstChild().getNextSibling());
    }

    private static String text(SVGGraphics2D graphics, Element root) {
        StringWriter out = new StringWriter();
        try {
            graphics.stream(root, out, false, false);
        } catch (SVGGraphics2DIOException e) {
            throw new IllegalStateException("a chart could not be written to memory", e);
        }
        String document = out.toString();
        return document.substring(document.indexOf("<svg"));
    }

    private static final class Ids extends SVGIDGenerator {
        private final String name;

        Ids(String name) {
            this.name = name;
        }

        @Override
        public String generateID(String prefix) {
            return super.generateID(name + "-" + prefix);
        }
    }
}
