package io.tidemark.producer.plan;

import java.util.random.RandomGenerator;

/** A number of tokens, drawn evenly from {@code min} to {@code max}, both included. */
public record LengthRange(int min, int max) {
    public LengthRange {
        if (min < 1 || max < min) {
            throw new IllegalArgumentException("a length needs 1 <= min <= max but was " + min + " to " + max);
        }
    }

    public static LengthRange of(int tokens) {
        return new LengthRange(tokens, tokens);
    }

    public int draw(RandomGenerator random) {
        return min == max ? min : random.nextInt(min, max + 1);
    }
}
