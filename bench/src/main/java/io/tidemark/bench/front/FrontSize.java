package io.tidemark.bench.front;

import java.util.List;

/**
 * What is held and for how long.
 *
 * @param streams the numbers of streams at once that are tried
 * @param tokens of each stream, which is one write each
 */
public record FrontSize(List<Integer> streams, int tokens) {
    public static final FrontSize STANDARD = new FrontSize(List.of(10, 100, 500, 2000, 5000), 100);

    public FrontSize {
        streams = List.copyOf(streams);
    }
}
