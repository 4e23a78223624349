package io.tidemark.streams.ingest;

import io.tidemark.events.ChunkKind;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.serde.LongColumn;
import io.tidemark.schemas.serde.TokenBatchColumns;
import io.tidemark.streams.panes.Pane;
import java.util.Arrays;

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

    /**
     * The gaps of a batch's ITL: between chunks with output of the same answer. For a request with several answers the batch
     * gives the time of the last chunk of each answer before it; an answer without that time has no gap there.
     */
    interface ItlGaps {
        /** Of a chunk that is no gap's end. */
        long NONE = -1;

        /**
         * Takes a chunk with output, in order.
         *
         * @param chunk its number in the batch
         * @param sinceSentNanos when it came
         * @return nanoseconds since the chunk with output before it of the same answer
         */
        long next(int chunk, long sinceSentNanos);

        /** All chunks are of the first answer. */
        final class OneAnswer implements ItlGaps {
            private long lastNanos = NONE;

            /** From the start of a batch; {@code baseNanos} is when the last chunk with output before it came, or {@link #NONE}. */
            void startAt(long baseNanos) {
                lastNanos = baseNanos;
            }

            @Override
            public long next(int chunk, long sinceSentNanos) {
                long gapNanos = lastNanos == NONE ? NONE : sinceSentNanos - lastNanos;
                lastNanos = sinceSentNanos;
                return gapNanos;
            }
        }

        /** Chunks of several answers, interleaved. */
        final class Several implements ItlGaps {
            private static final int MAX_CHOICES = 4_096;

            private final LongColumn choices;
            private long[] lastNanos;

            Several(TokenBatchColumns batch) {
                this.choices = batch.choices();
                this.lastNanos =
                        new long[Math.min(MAX_CHOICES, batch.choiceBasesNanos().size())];
                Arrays.setAll(lastNanos, batch.choiceBasesNanos()::at);
            }

            @Override
            public long next(int chunk, long sinceSentNanos) {
                int choice = choices.isEmpty() ? 0 : (int) choices.at(chunk);
                if (choice < 0 || choice >= MAX_CHOICES) {
                    return NONE;
                }
                if (choice >= lastNanos.length) {
                    grow(choice + 1);
                }
                long before = lastNanos[choice];
                lastNanos[choice] = sinceSentNanos;
                return before < 0 ? NONE : sinceSentNanos - before;
            }

            private void grow(int size) {
                int had = lastNanos.length;
                lastNanos = Arrays.copyOf(lastNanos, size);
                Arrays.fill(lastNanos, had, size, NONE);
            }
        }
    }
}
