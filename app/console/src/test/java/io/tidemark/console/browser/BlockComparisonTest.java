package io.tidemark.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A page of 720 x 480 px: a chart with two lines above a table of four columns. */
class BlockComparisonTest {
    private static final Color FIRST = new Color(0x2a78d6);
    private static final Color SECOND = new Color(0xc2571a);
    private static final int WIDTH = 720;
    private static final int HEIGHT = 480;

    private static BufferedImage page(Consumer<Graphics2D> later) {
        BufferedImage page = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        Graphics2D pen = page.createGraphics();
        pen.setColor(Color.WHITE);
        pen.fillRect(0, 0, WIDTH, HEIGHT);
        pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        line(pen, FIRST, 60);
        line(pen, SECOND, 130);
        table(pen, 4);
        later.accept(pen);
        pen.dispose();
        return page;
    }

    /** As wide as a line of a chart in half size. */
    private static void line(Graphics2D pen, Color colour, int y) {
        pen.setColor(colour);
        pen.setStroke(new BasicStroke(0.9f));
        for (int x = 40; x < 680; x++) {
            pen.drawLine(x, height(x, y), x + 1, height(x + 1, y));
        }
    }

    private static int height(int x, int y) {
        return (int) Math.round(y + 20 * Math.sin(x / 40.0));
    }

    /** Cells as bars of ink: a test must not depend on the fonts of a machine. */
    private static void table(Graphics2D pen, int columns) {
        pen.setColor(Color.DARK_GRAY);
        for (int row = 0; row < 10; row++) {
            for (int column = 0; column < columns; column++) {
                pen.fillRect(40 + 160 * column, 220 + 24 * row, 80, 5);
            }
        }
    }

    private static Consumer<Graphics2D> nothing(int left, int top, int width, int height) {
        return pen -> {
            pen.setColor(Color.WHITE);
            pen.fillRect(left, top, width, height);
        };
    }

    private static BlockComparison changed(Consumer<Graphics2D> later) {
        return BlockComparison.of(page(pen -> {}), page(later));
    }

    @Test
    void aPictureIsTheSameAsItself() {
        BlockComparison same = changed(pen -> {});
        assertThat(same.isSame()).isTrue();
        assertThat(same.differentBlocks()).isZero();
        // 90 columns of 60 rows
        assertThat(same.blocks()).isEqualTo(5_400);
    }

    @Test
    void otherSmoothingIsNoDifference() {
        BlockComparison smoothed = changed(pen -> {
            pen.setColor(new Color(255, 255, 255, 20));
            pen.fillRect(0, 0, WIDTH, HEIGHT);
        });
        assertThat(smoothed.isSame()).isTrue();
    }

    @Test
    void aChartThatIsMissingIsSeen() {
        assertThat(changed(nothing(0, 0, WIDTH, 200)).isSame()).isFalse();
    }

    @Test
    void aLineOfAnotherColourIsSeen() {
        assertThat(changed(pen -> line(pen, FIRST, 130)).isSame()).isFalse();
    }

    @Test
    void aColumnThatIsGoneIsSeen() {
        assertThat(changed(nothing(500, 200, 220, 280)).isSame()).isFalse();
    }

    @Test
    void anotherGroundIsSeen() {
        BlockComparison darker = changed(pen -> {
            pen.setColor(new Color(0, 0, 0, 20));
            pen.fillRect(0, 0, WIDTH, HEIGHT);
        });
        assertThat(darker.differentBlocks()).isGreaterThan(5_000);
    }

    @Test
    void anotherSizeIsSeen() {
        BufferedImage page = page(pen -> {});
        BlockComparison lower = BlockComparison.of(page, page.getSubimage(0, 0, WIDTH, HEIGHT - 8));
        assertThat(lower.isSame()).isFalse();
        assertThat(lower.differentBlocks()).isEqualTo(90);
    }

    /** A block in the middle of ten thousand: 3 x 3 px of black in white are 36 of 255 less. */
    @Test
    void whatDiffersIsMarked() {
        BlockComparison dot = changed(pen -> {
            pen.setColor(Color.BLACK);
            pen.fillRect(8 * 50 + 2, 8 * 25 + 2, 3, 3);
        });
        assertThat(dot.differentBlocks()).isEqualTo(1);
        assertThat(dot.isSame()).isTrue();
        assertThat(new Color(dot.difference().getRGB(8 * 50, 8 * 25))).isEqualTo(new Color(255, 125, 125));
        assertThat(new Color(dot.difference().getRGB(8 * 49, 8 * 25))).isEqualTo(Color.WHITE);
    }
}
