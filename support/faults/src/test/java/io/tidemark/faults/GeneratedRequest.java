package io.tidemark.faults;

import java.time.Instant;
import java.util.List;

/**
 * A request as the generator drew it: plain figures, nanoseconds from due or, for chunks, from sent.
 *
 * @param sentNanos from due
 * @param chunksNanos when each chunk with output came, from sent; empty for a request without a token
 * @param ok whether it ended well; one that did not may have chunks
 * @param split how many of the chunks are in its first batch; the others are in a second one
 */
record GeneratedRequest(
        String lane,
        long number,
        String requestClass,
        Instant due,
        long sentNanos,
        List<Long> chunksNanos,
        boolean ok,
        int split) {

    long endNanos() {
        return chunksNanos.isEmpty() ? sentNanos + 1_000_000 : sentNanos + chunksNanos.get(chunksNanos.size() - 1);
    }

    int batches() {
        return chunksNanos.isEmpty() ? 0 : split < chunksNanos.size() ? 2 : 1;
    }
}
