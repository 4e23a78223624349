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

    private final Map<String, Boolean> withoutOutput = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
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

    private static String key(TokenBatchColumns batch) {
        return batch.run() + '/' + batch.request();
    }
}
