package io.tidemark.streams.ingest;

import io.tidemark.events.ChunkKind;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.serde.TokenBatchColumns;
import io.tidemark.streams.panes.Pane;

/**
 * Adds a batch of chunks to panes: TTFT to the second of the first output token, each gap between chunks with output of an
 * answer to the second of the later one, tokens to their chunk's second. No object per chunk. Not thread-safe.
 */
final class TokenFold {
    private static final long NANOS_PER_MICRO = 1_000;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final FirstOutputTracker firstBatches = new FirstOutputTracker();
    private final ItlGaps.OneAnswer oneAnswer = new ItlGaps.OneAnswer();

    void add(TokenBatchColumns batch, SeriesCursor spot) {
        boolean outputSeen = !firstBatches.mayHoldFirstOutput(batch);
        long sentNanos = batch.dueMicros() * NANOS_PER_MICRO + batch.sentNanos();
        long sinceSent = batch.baseNanos();
        ItlGaps gaps = gaps(batch, outputSeen);
        int chunks = batch.gapsNanos().size();
        for (int i = 0; i < chunks; i++) {
            sinceSent += batch.gapsNanos().at(i);
            if (!carriesOutput(batch.kind(i))) {
                continue;
            }
            Pane pane = spot.pane((sentNanos + sinceSent) / NANOS_PER_SECOND);
            long gapNanos = gaps.next(i, sinceSent);
            if (gapNanos >= 0) {
                pane.sketch(Metric.ITL).add(gapNanos);
            }
            if (!outputSeen) {
                pane.addFirstToken(sinceSent, batch.sentNanos() + sinceSent);
            }
            pane.addTokens(Math.max(0, batch.tokens().at(i)));
            outputSeen = true;
        }
        firstBatches.remember(batch, outputSeen);
    }

    void clear() {
        firstBatches.clear();
    }

    private ItlGaps gaps(TokenBatchColumns batch, boolean outputSeen) {
        if (!batch.choices().isEmpty() || !batch.choiceBasesNanos().isEmpty()) {
            return new ItlGaps.Several(batch);
        }
        oneAnswer.startAt(outputSeen ? batch.baseNanos() : ItlGaps.NONE);
        return oneAnswer;
    }

    static boolean carriesOutput(ChunkKind kind) {
        return kind == ChunkKind.CONTENT || kind == ChunkKind.REASONING || kind == ChunkKind.TOOL;
    }
}
