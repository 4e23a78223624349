package io.tidemark.streams.ingest;

import io.tidemark.events.ChunkKind;
import io.tidemark.events.TokenBatch;
import io.tidemark.schemas.Metric;
import io.tidemark.streams.pane.Pane;
import io.tidemark.streams.pane.SeriesKey;
import java.util.List;
import java.util.Map;

/**
 * Adds a batch of chunks to panes: TTFT to the second of the first output token, each gap between chunks with output of an
 * answer to the second of the later one, tokens to their chunk's second. No object per chunk. Not thread-safe.
 */
final class TokenFold {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final FirstBatches firstBatches = new FirstBatches();

    void add(TokenBatch batch, RunDelta delta) {
        Map<Long, Pane> seconds =
                delta.series(new SeriesKey(batch.getStep(), batch.getTarget(), batch.getRequestClass()));
        List<ChunkKind> kinds = batch.getKinds();
        List<Integer> tokens = batch.getTokens();
        boolean outputSeen = !firstBatches.mayHoldFirstOutput(batch);
        long dueNanos = EventTime.nanosOfEpoch(batch.getDue());
        long sinceSent = batch.getBaseNanos();
        ItlGaps gaps = ItlGaps.of(batch, outputSeen);
        long second = Long.MIN_VALUE;
        Pane pane = new Pane();
        for (int i = 0; i < kinds.size(); i++) {
            sinceSent += Gaps.nanos(batch.getGapsNanos(), i);
            if (!carriesOutput(kinds.get(i))) {
                continue;
            }
            long at = (dueNanos + batch.getSentNanos() + sinceSent) / NANOS_PER_SECOND;
            if (at != second) {
                second = at;
                pane = seconds.computeIfAbsent(second, unseen -> new Pane());
            }
            long gapNanos = gaps.next(i, sinceSent);
            if (gapNanos >= 0) {
                pane.sketch(Metric.ITL).add(gapNanos);
            }
            if (!outputSeen) {
                pane.firstToken(sinceSent, batch.getSentNanos() + sinceSent);
            }
            pane.tokens(Math.max(0, tokens.get(i)));
            outputSeen = true;
        }
        firstBatches.remember(batch, outputSeen);
    }

    void clear() {
        firstBatches.clear();
    }

    static boolean carriesOutput(ChunkKind kind) {
        return kind == ChunkKind.CONTENT || kind == ChunkKind.REASONING || kind == ChunkKind.TOOL;
    }
}
