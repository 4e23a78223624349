package io.tidemark.schemas;

import io.tidemark.events.FinishReason;
import io.tidemark.events.RequestEvent;
import io.tidemark.schemas.sketch.LogHistogram;

/**
 * How the output of a streamed answer arrived. An answer is held back if it took long enough to be generated token by token, and its output
 * nevertheless came faster than any server generates: at once, in blocks with pauses between them, or half of it at once.
 *
 * @param tokens that it has at least
 * @param chunks with output
 * @param largestReadTokens most tokens that one read brought, 0 if that is not known
 * @param pieces runs of chunks between which nothing paused
 * @param spanNanos from its first output to its last
 * @param latencyNanos from when it was sent to its last output
 */
record ArrivalPattern(
        long tokens, long chunks, long largestReadTokens, long pieces, long spanNanos, long latencyNanos) {
    /** Nothing generates the tokens of one answer faster: the fastest services reach 3,000 a second. */
    private static final long FASTEST_TOKEN_NANOS = 200_000;

    /** One step of speculative decoding gives fewer. */
    private static final int MIN_TOKENS = 16;

    /** Messages that come together, on average: a server that sends each token of a speculative step by itself sends fewer. A proxy's block of 4 KiB has about 17. */
    private static final int MIN_CHUNKS_PER_PIECE = 8;

    /** More than a step gives that speculates or denoises a block. */
    private static final int MIN_TOKENS_PER_PIECE = 64;

    /** Else a server with fast tokens and a long prompt would look like a proxy. */
    private static final int MIN_LATENCY_PER_SPAN = 10;

    private static final ArrivalPattern UNKNOWN = new ArrivalPattern(0, 0, 0, 1, 0, 0);

    static ArrivalPattern of(RequestEvent event, LogHistogram gaps) {
        Long first = event.getFirstTokenNanos();
        Long last = event.getLastTokenNanos();
        Long sent = event.getSentNanos();
        if (!event.getStreaming() || first == null || last == null || sent == null) {
            return UNKNOWN;
        }
        long pauses = gaps.count() - gaps.countAtMost(FASTEST_TOKEN_NANOS);
        Integer largest = event.getLargestReadTokens();
        return new ArrivalPattern(
                tokens(event),
                event.getChunkCount(),
                largest == null ? 0 : largest,
                pauses + 1,
                last - first,
                last - sent);
    }

    /** The largest known count: of the chunks, as reported, or the planned number if the answer ended at its limit. */
    private static long tokens(RequestEvent event) {
        Integer counted = event.getOutputTokens();
        Integer asked = event.getPlannedOutputTokens();
        int atLimit = event.getFinishReason() == FinishReason.LENGTH && asked != null ? asked : 0;
        return Math.max(event.getChunkCount(), Math.max(counted == null ? 0 : counted, atLimit));
    }

    /** Whether the answer is long enough to judge its pattern. */
    boolean isTellable() {
        boolean isLong = tokens >= MIN_TOKENS || chunks >= MIN_CHUNKS_PER_PIECE;
        return isLong && latencyNanos >= tokens * FASTEST_TOKEN_NANOS;
    }

    boolean isHeldBack() {
        return isTellable() && (isAtOnce() || isInBlocks());
    }

    private boolean isAtOnce() {
        return isFasterThanAnyServer() && spanNanos * MIN_LATENCY_PER_SPAN <= latencyNanos;
    }

    private boolean isInBlocks() {
        return !isFasterThanAnyServer()
                && (chunks >= MIN_CHUNKS_PER_PIECE * pieces
                        || tokens >= MIN_TOKENS_PER_PIECE * pieces
                        || isHalfAtOnce());
    }

    /** Then TPOT is of half of the answer at most, however even the rest comes. */
    private boolean isHalfAtOnce() {
        return largestReadTokens >= MIN_CHUNKS_PER_PIECE && 2 * largestReadTokens >= tokens;
    }

    private boolean isFasterThanAnyServer() {
        return spanNanos < (tokens - 1) * FASTEST_TOKEN_NANOS;
    }
}
