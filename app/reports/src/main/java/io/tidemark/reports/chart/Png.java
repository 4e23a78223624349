package io.tidemark.reports.chart;

import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;

/** Draws pictures as PNG on white, in twice as many pixels each way as they have, so that they are sharp on paper and in slides. */
public final class Png {
    /** Pixels of the image for one of the chart. */
    public static final int SCALE = 2;

    /** Java's scale for PNG, which is lossless at any: 1 does not deflate, 0 takes longest. Charts are mostly white. */
    private static final float QUICK = 0.8f;

    private Png() {}

    public static byte[] of(Chart chart) {
        BufferedImage image = new BufferedImage(
                SCALE * chart.widthPixels(), SCALE * chart.heightPixels(), BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        try {
            graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
            graphics.scale(SCALE, SCALE);
            JFreeChartBuilder.of(chart)
                    .draw(graphics, new Rectangle2D.Double(0, 0, chart.widthPixels(), chart.heightPixels()));
        } finally {
            graphics.dispose();
        }
        return encoded(image);
    }

    private static byte[] encoded(BufferedImage image) {
        ImageIO.setUseCache(false);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
        try (ImageOutputStream out = ImageIO.createImageOutputStream(bytes)) {
            ImageWriteParam quick = writer.getDefaultWriteParam();
            quick.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            quick.setCompressionQuality(QUICK);
            writer.setOutput(out);
            writer.write(null, new IIOImage(image, null, null), quick);
        } catch (IOException e) {
            throw new IllegalStateException("a chart could not be written to memory", e);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }
}
