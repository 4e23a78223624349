package io.tidemark.app.report.chart;

import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.ImageIO;

/** Draws pictures as PNG on white, in twice as many pixels each way as they have, so that they are sharp on paper and in slides. */
public final class Png {
    /** Pixels of the image for one of the picture. */
    public static final int SCALE = 2;

    private Png() {}

    public static byte[] of(Picture picture) {
        // Without transparency and with few colours, a file is a third of what it would be.
        BufferedImage image = new BufferedImage(
                SCALE * picture.widthPixels(), SCALE * picture.heightPixels(), BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        try {
            graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
            graphics.scale(SCALE, SCALE);
            PictureChart.of(picture)
                    .draw(graphics, new Rectangle2D.Double(0, 0, picture.widthPixels(), picture.heightPixels()));
        } finally {
            graphics.dispose();
        }
        return encoded(image);
    }

    private static byte[] encoded(BufferedImage image) {
        ImageIO.setUseCache(false);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            if (!ImageIO.write(image, "png", bytes)) {
                throw new IllegalStateException("this JDK writes no PNG");
            }
        } catch (IOException e) {
            throw new IllegalStateException("a picture could not be written to memory", e);
        }
        return bytes.toByteArray();
    }
}
