package io.tidemark.streams.ingest;

import io.tidemark.events.TokenBatch;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Whether a batch may hold the first output token of its request. The batch says so ({@code outputBefore}); for producers
 * that do not, requests whose batches so far held none are remembered, a bounded number of them and not across restarts.
 */
final class FirstBatches {
    private static final int SILENT = -1;
    private static final int MOST_REMEMBERED = 65_536;

    private final Map<String, Boolean> withoutOutput = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MOST_REMEMBERED;
        }
    };

    boolean mayHoldFirstOutput(TokenBatch batch) {
        if (batch.getOutputBefore() != SILENT) {
            return batch.getOutputBefore() == 0;
        }
        return batch.getFirstChunk() == 0 || withoutOutput.containsKey(key(batch));
    }

    void remember(TokenBatch batch, boolean outputSeen) {
        if (batch.getOutputBefore() != SILENT) {
            return;
        }
        if (!outputSeen && !batch.getLast()) {
            withoutOutput.put(key(batch), true);
        } else if (!withoutOutput.isEmpty()) {
            withoutOutput.remove(key(batch));
        }
    }

    void clear() {
        withoutOutput.clear();
    }

    private static String key(TokenBatch batch) {
        return batch.getRun() + '/' + batch.getRequest();
    }
}
