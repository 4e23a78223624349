package io.tidemark.producer.plan.server;

/**
 * How much of a server's output is kept per start.
 *
 * @param headBytes of its beginning
 * @param tailBytes of its end, at least
 */
public record LogBounds(long headBytes, long tailBytes) {
    public static final LogBounds DEFAULT = new LogBounds(4L << 20, 4L << 20);
}
