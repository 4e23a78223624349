package io.tidemark.streams.ingest;

import io.tidemark.schemas.serde.TokenBatchColumns;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Whether a batch may hold the first output token of its request. The batch says so ({@code outputBefore}); for producers
 * that do not, requests whose batches so far held none are remembered, a bounded number of them and not across restarts.
 */
final class FirstOutputTracker {
    private static final int SILENT = -1;
    private static final int MAX_REMEMBERED = 65_536;
    private static final long FNV_BASIS = 0xCBF29CE484222325L;
    private static final long FNV_PRIME = 0x100000001B3L;

    /** By a hash of run and request: a name takes the same room whatever its length. Two requests that share a hash are taken for one. */
    private final Map<Long, Boolean> withoutOutput = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
            return size() > MAX_REMEMBERED;
        }
    };

    boolean mayHoldFirstOutput(TokenBatchColumns batch) {
        if (batch.outputBefore() != SILENT) {
            return batch.outputBefore() == 0;
        }
        return batch.firstChunk() == 0 || withoutOutput.containsKey(key(batch));
    }

    void remember(TokenBatchColumns batch, boolean outputSeen) {
        if (batch.outputBefore() != SILENT) {
            return;
        }
        if (!outputSeen && !batch.last()) {
            withoutOutput.put(key(batch), true);
        } else if (!withoutOutput.isEmpty()) {
            withoutOutput.remove(key(batch));
        }
    }

    void clear() {
        withoutOutput.clear();
    }

    private static long key(TokenBatchColumns batch) {
        return hash(hash(FNV_BASIS, batch.run()), batch.request());
    }

    /** FNV-1a, character by character. */
    private static long hash(long before, String text) {
        long hash = before;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * FNV_PRIME;
        }
        return hash;
    }
}
