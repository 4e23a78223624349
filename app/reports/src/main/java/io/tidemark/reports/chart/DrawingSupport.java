package io.tidemark.reports.chart;

import java.awt.AWTError;
import java.awt.font.FontRenderContext;
import java.awt.font.TextLayout;
import java.awt.image.BufferedImage;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether this machine can draw charts. Java needs a font, and on Linux the library fontconfig to find it. */
public final class DrawingSupport {
    private static final Logger LOG = LoggerFactory.getLogger(DrawingSupport.class);
    private static final String ADVICE = "This machine has no fonts that Java finds, so charts are left out:"
            + " install fontconfig and a font, such as the Debian packages fontconfig and fonts-dejavu-core.";

    private DrawingSupport() {}

    /** Why no chart can be drawn and what to do, in one sentence; empty if charts can be drawn. The machine is asked once. */
    public static Optional<String> missing() {
        return Machine.MISSING;
    }

    /** Asked at first use. */
    private static final class Machine {
        static final Optional<String> MISSING = ask();

        private Machine() {}

        private static Optional<String> ask() {
            try {
                new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB)
                        .createGraphics()
                        .dispose();
                new TextLayout("0", JFreeChartBuilder.SMALL, new FontRenderContext(null, true, true)).getAdvance();
                return Optional.empty();
            } catch (LinkageError | InternalError | AWTError | RuntimeException e) {
                // Which one depends on the release of Java and on what is missing: fonts, their library, or the display
                // of DISPLAY.
                LOG.warn("charts cannot be drawn: {}", e.toString());
                return Optional.of(ADVICE);
            }
        }
    }
}
