package io.tidemark.streams.ingest;

import io.tidemark.schemas.serde.LongColumn;
import io.tidemark.schemas.serde.TokenBatchColumns;
import java.util.Arrays;

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
