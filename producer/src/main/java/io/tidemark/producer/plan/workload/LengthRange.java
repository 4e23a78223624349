package io.tidemark.producer.plan.workload;

import java.util.random.RandomGenerator;

/** A number of tokens, drawn evenly from {@code min} to {@code max}, both included. */
public record LengthRange(int min, int max) implements LengthDistribution {
    public LengthRange {
        if (min < 1 || max < min) {
            throw new IllegalArgumentException("a length needs 1 <= min <= max but was " + min + " to " + max);
        }
    }

    public static LengthRange of(int tokens) {
        return new LengthRange(tokens, tokens);
    }

    /**
     * A mean and how far around it, as vLLM's {@code --random-range-ratio} means it since its change 16126: whole numbers from
     * floor(mean (1 - ratio)) to ceil(mean (1 + ratio)).
     *
     * @param ratio in [0, 1)
     */
    public static LengthRange around(int mean, double ratio) {
        requireRatio(ratio);
        int min = (int) Math.floor(mean * (1 - ratio));
        return new LengthRange(Math.max(1, min), Math.max(1, (int) Math.ceil(mean * (1 + ratio))));
    }

    /**
     * A longest length and the shortest as its share, as {@code --random-range-ratio} means it in SGLang and in vLLM before
     * that change: whole numbers from floor(longest ratio) to longest.
     *
     * @param ratio in [0, 1]; 1 is one length, 0 is anything up to the longest
     */
    public static LengthRange upTo(int longest, double ratio) {
        if (!(ratio >= 0 && ratio <= 1)) {
            throw new IllegalArgumentException("a range ratio must be in [0, 1] but was " + ratio);
        }
        return new LengthRange(Math.max(1, (int) Math.floor(longest * ratio)), longest);
    }

    private static void requireRatio(double ratio) {
        if (!(ratio >= 0 && ratio < 1)) {
            throw new IllegalArgumentException("a range ratio must be in [0, 1) but was " + ratio);
        }
    }

    @Override
    public double mean() {
        return ((double) min + max) / 2;
    }

    @Override
    public int quantile(double share) {
        return (int) Math.max(min, Math.min(max, min - 1 + Math.ceil(share * ((double) max - min + 1))));
    }

    @Override
    public int draw(RandomGenerator random) {
        return min == max ? min : random.nextInt(min, max + 1);
    }
}
