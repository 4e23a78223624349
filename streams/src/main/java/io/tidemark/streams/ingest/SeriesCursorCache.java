package io.tidemark.streams.ingest;

import io.tidemark.schemas.serde.TokenBatchColumns;
import io.tidemark.streams.panes.SeriesKey;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The spots found since deltas were last sent; those of token batches are found without making a key for each. Not thread-safe. */
final class SeriesCursorCache {
    private static final int NEAR = 256;
    private static final int MIX = 31;

    private final Function<SeriesCursor.Key, SeriesCursor> finder;
    private final Map<SeriesCursor.Key, SeriesCursor> cursors = new HashMap<>();
    private final @Nullable SeriesCursor[] recent = new SeriesCursor[NEAR];

    /** {@code finder} makes a spot that is not known. */
    SeriesCursorCache(Function<SeriesCursor.Key, SeriesCursor> finder) {
        this.finder = finder;
    }

    SeriesCursor of(TokenBatchColumns batch) {
        int at = recent(batch);
        SeriesCursor known = recent[at];
        if (known != null && known.isOf(batch)) {
            return known;
        }
        SeriesCursor found = of(new SeriesCursor.Key(
                DuplicateFilter.EventStream.TOKENS,
                batch.run(),
                batch.lane(),
                SeriesKey.of(batch.step(), batch.target(), batch.targetGroup(), batch.requestClass())));
        recent[at] = found;
        return found;
    }

    SeriesCursor of(SeriesCursor.Key place) {
        SeriesCursor known = cursors.get(place);
        return known != null ? known : cursors.computeIfAbsent(place, finder);
    }

    void clear() {
        cursors.clear();
        Arrays.fill(recent, null);
    }

    /** Names are the same strings from record to record, so that their hashes are known. */
    private static int recent(TokenBatchColumns batch) {
        int hash = batch.run().hashCode();
        hash = MIX * hash + batch.lane().hashCode();
        hash = MIX * hash + batch.target().hashCode();
        hash = MIX * hash + batch.requestClass().hashCode() + batch.step();
        return (hash ^ hash >>> Byte.SIZE ^ hash >>> Short.SIZE) & NEAR - 1;
    }
}
