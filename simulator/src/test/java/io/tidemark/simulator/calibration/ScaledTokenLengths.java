package io.tidemark.simulator.calibration;

import io.tidemark.simulator.random.SeededRandom;

/**
 * Token counts drawn evenly from {@code least} to {@code most}, then scaled so that they sum to what a benchmark printed.
 *
 * @param total tokens of all requests together, before rounding
 */
public record ScaledTokenLengths(int least, int most, long total) {
    public ScaledTokenLengths {
        if (least < 1 || most < least || total < 1) {
            throw new IllegalArgumentException(
                    "lengths must be 1 <= least <= most and total >= 1 but were " + least + ", " + most + ", " + total);
        }
    }

    /** @param smallest least of a length after scaling */
    int[] draw(int count, SeededRandom draws, int smallest) {
        int[] lengths = new int[count];
        long sum = 0;
        for (int i = 0; i < count; i++) {
            lengths[i] = draws.between(least, most);
            sum += lengths[i];
        }
        for (int i = 0; i < count; i++) {
            lengths[i] = (int) Math.max(smallest, Math.round((double) lengths[i] * total / sum));
        }
        return lengths;
    }
}
