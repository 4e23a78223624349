package io.tidemark.bench.virtual;

import java.time.Duration;
import java.util.List;

/** How much is run: each rate for so long in virtual time, so often. */
public record VirtualSize(Duration lasting, List<Integer> perSecond, int rounds) {
    static final int PROMPT_TOKENS = 500;
    static final int OUTPUT_TOKENS = 200;

    /** What the README's figures were measured with. */
    public static final VirtualSize STANDARD = new VirtualSize(Duration.ofMinutes(20), List.of(1, 2, 10), 3);

    public VirtualSize {
        perSecond = List.copyOf(perSecond);
    }
}
