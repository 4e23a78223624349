package io.tidemark.console.browser;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.fixtures.process.Await;
import java.awt.Font;
import java.awt.font.FontRenderContext;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import javax.imageio.ImageIO;

/**
 * Pictures of pages in half size, kept with the tests. They are compared where the browser has the fonts that they were made with; {@code
 * -Dtidemark.docs.write=true} makes them anew.
 */
final class ReferencePictures {
    private static final Path FOLDER =
            Path.of("src", "test", "resources", "io", "tidemark", "console", "browser", "pictures");
    private static final Path FONTS = FOLDER.resolve("font-widths.txt");
    private static final Path FOUND = Path.of("target", "pictures", "differences");
    private static final String WRITE = "tidemark.docs.write";
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    /** Steps of a colour: fewer colours make smaller files. */
    private static final int STEP = 16;

    private final Browser browser;
    private final boolean writes = Boolean.getBoolean(WRITE);

    private ReferencePictures(Browser browser) {
        this.browser = browser;
    }

    /** Of a browser that shows a page. Without the fonts of the references the test is skipped. */
    static ReferencePictures of(Browser browser) throws IOException {
        ReferencePictures pictures = new ReferencePictures(browser);
        String widths = browser.fontWidths() + " " + chartFontWidth();
        if (pictures.writes) {
            Files.createDirectories(FOLDER);
            Files.writeString(FONTS, widths + "\n");
        }
        String wanted = Files.readString(FONTS).strip();
        assumeTrue(
                widths.equals(wanted),
                "pictures of the pages are NOT COMPARED: this machine's fonts are others than those of the references (a text is "
                        + widths + " px wide, not " + wanted + "; Debian's package fonts-dejavu-core has them)");
        return pictures;
    }

    /** Of a text in the font that Java draws charts with, which need not be that of the browser. */
    private static String chartFontWidth() {
        Font font = new Font(Font.SANS_SERIF, Font.BOLD, 13);
        double width = font.getStringBounds("TTFT p95 against load", new FontRenderContext(null, true, true))
                .getWidth();
        return String.format(Locale.ROOT, "%.2f", width);
    }

    /** What differs between the page that is shown and its reference; empty if nothing does. Waits until it is drawn. */
    Optional<String> problem(String name) {
        Path file = FOLDER.resolve(name + ".png");
        if (writes) {
            write(file, settled());
            return Optional.empty();
        }
        if (!Files.exists(file)) {
            return Optional.of(name + ": there is no " + file + "; -D" + WRITE + "=true makes it");
        }
        BufferedImage reference = read(file);
        if (Await.reached(() -> compared(reference).isSame(), PATIENCE)) {
            return Optional.empty();
        }
        return Optional.of(kept(name, compared(reference), file));
    }

    /** Whether the page looks otherwise than its reference now, after a change that is drawn at once. */
    boolean differs(String name) {
        BufferedImage reference = read(FOLDER.resolve(name + ".png"));
        return Await.reached(() -> !compared(reference).isSame(), PATIENCE);
    }

    private BlockComparison compared(BufferedImage reference) {
        return BlockComparison.of(reference, shown());
    }

    private String kept(String name, BlockComparison comparison, Path reference) {
        Path picture = FOUND.resolve(name + ".png");
        Path difference = FOUND.resolve(name + "-difference.png");
        write(picture, shown());
        write(difference, comparison.difference());
        return "%s: %d of %d blocks differ from %s; the page now is %s, what differs is red in %s; if it is meant, -D%s=true makes the reference anew"
                .formatted(
                        name,
                        comparison.differentBlocks(),
                        comparison.blocks(),
                        reference,
                        picture.toAbsolutePath(),
                        difference.toAbsolutePath(),
                        WRITE);
    }

    /** Once three pictures in a row are the same. */
    private BufferedImage settled() {
        BufferedImage[] last = {shown()};
        int[] same = {0};
        Await.until(
                () -> {
                    BufferedImage now = shown();
                    same[0] = BlockComparison.of(last[0], now).differentBlocks() == 0 ? same[0] + 1 : 0;
                    last[0] = now;
                    return same[0] >= 3;
                },
                PATIENCE,
                () -> "the page changes all the time");
        return last[0];
    }

    private BufferedImage shown() {
        try {
            return half(ImageIO.read(new ByteArrayInputStream(browser.screenshot())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static BufferedImage half(BufferedImage whole) {
        int width = whole.getWidth();
        int[] pixels = whole.getRGB(0, 0, width, whole.getHeight(), null, 0, width);
        BufferedImage half = new BufferedImage(width / 2, whole.getHeight() / 2, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < half.getHeight(); y++) {
            for (int x = 0; x < half.getWidth(); x++) {
                int at = 2 * y * width + 2 * x;
                half.setRGB(x, y, mean(pixels[at], pixels[at + 1], pixels[at + width], pixels[at + width + 1]));
            }
        }
        return half;
    }

    private static int mean(int... pixels) {
        int mean = 0;
        for (int shift = 0; shift <= 16; shift += 8) {
            int sum = 0;
            for (int pixel : pixels) {
                sum += pixel >> shift & 0xff;
            }
            int rounded = Math.round(sum / 4f / STEP) * STEP;
            mean |= Math.min(255, rounded) << shift;
        }
        return mean;
    }

    private static BufferedImage read(Path file) {
        try {
            return ImageIO.read(file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, BufferedImage picture) {
        try {
            Files.createDirectories(file.getParent());
            ImageIO.write(picture, "png", file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
