package io.tidemark.console.browser;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.BitSet;

/**
 * Compares two pictures by the mean colours of their blocks: what a font or a line is smoothed like makes no difference, a chart, a column or a colour that
 * is another one does.
 */
final class BlockComparison {
    /** Pixels of an edge of a block. */
    static final int BLOCK = 8;

    /** Of 255, for each of red, green and blue. */
    private static final int TOLERANCE = 8;

    /** Of all blocks: less than the letters of one line of a table. */
    private static final double MAX_SHARE = 0.001;

    private final BufferedImage reference;
    private final BufferedImage picture;
    private final int columns;
    private final int rows;
    private final BitSet different = new BitSet();

    private BlockComparison(BufferedImage reference, BufferedImage picture) {
        this.reference = reference;
        this.picture = picture;
        columns = (Math.max(reference.getWidth(), picture.getWidth()) + BLOCK - 1) / BLOCK;
        rows = (Math.max(reference.getHeight(), picture.getHeight()) + BLOCK - 1) / BLOCK;
    }

    static BlockComparison of(BufferedImage reference, BufferedImage picture) {
        BlockComparison comparison = new BlockComparison(reference, picture);
        for (int block = 0; block < comparison.blocks(); block++) {
            comparison.different.set(block, comparison.differsIn(block));
        }
        return comparison;
    }

    boolean isSame() {
        return reference.getWidth() == picture.getWidth()
                && reference.getHeight() == picture.getHeight()
                && different.cardinality() <= MAX_SHARE * blocks();
    }

    int blocks() {
        return columns * rows;
    }

    int differentBlocks() {
        return different.cardinality();
    }

    /** The newer picture with the blocks that differ in red, and the rest pale. */
    BufferedImage difference() {
        BufferedImage marked = new BufferedImage(picture.getWidth(), picture.getHeight(), BufferedImage.TYPE_INT_RGB);
        Graphics2D pen = marked.createGraphics();
        pen.drawImage(picture, 0, 0, null);
        for (int block = 0; block < blocks(); block++) {
            pen.setColor(different.get(block) ? new Color(255, 0, 0, 130) : new Color(255, 255, 255, 130));
            pen.fillRect(block % columns * BLOCK, block / columns * BLOCK, BLOCK, BLOCK);
        }
        pen.dispose();
        return marked;
    }

    private boolean differsIn(int block) {
        int left = block % columns * BLOCK;
        int top = block / columns * BLOCK;
        int[] before = mean(reference, left, top);
        int[] now = mean(picture, left, top);
        for (int i = 0; i < before.length; i++) {
            if (Math.abs(before[i] - now[i]) > TOLERANCE) {
                return true;
            }
        }
        return false;
    }

    /** Red, green and blue; a picture has no block beyond its edges. */
    private static int[] mean(BufferedImage picture, int left, int top) {
        int[] sums = new int[3];
        int pixels = 0;
        for (int y = top; y < Math.min(top + BLOCK, picture.getHeight()); y++) {
            for (int x = left; x < Math.min(left + BLOCK, picture.getWidth()); x++) {
                int rgb = picture.getRGB(x, y);
                sums[0] += rgb >> 16 & 0xff;
                sums[1] += rgb >> 8 & 0xff;
                sums[2] += rgb & 0xff;
                pixels++;
            }
        }
        for (int i = 0; i < sums.length; i++) {
            sums[i] = pixels == 0 ? -TOLERANCE - 1 : sums[i] / pixels;
        }
        return sums;
    }
}
