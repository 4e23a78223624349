package io.tidemark.bench.front;

import java.util.List;

/**
 * What is held and for how long.
 *
 * @param streams the numbers of streams at once that are tried
 * @param tokens of each stream, which is one write each
 */
public record FrontSize(List<Integer> streams, int tokens) {
    private static final int TOKENS = 150;
    public static final FrontSize STANDARD = of(List.of(10, 100, 500, 2000, 5000));

    /** These numbers of streams, each for as long as it takes to tell a p99. */
    public static FrontSize of(List<Integer> streams) {
        return new FrontSize(streams, TOKENS);
    }

    public FrontSize {
        streams = List.copyOf(streams);
    }
}
