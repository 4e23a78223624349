package io.tidemark.streams.ingest;

import io.tidemark.streams.validation.ClientTimestamps;
import java.util.EnumMap;
import java.util.Map;

/**
 * Which events an earlier life of the task may have counted: the {@link DuplicateFilter} knows nothing of that life. What was counted then
 * was appended before the first record that this life reads of the same topic, and a stamp is at most {@link ClientTimestamps#AHEAD} ahead
 * of its append time: an event with a later stamp is none of these. Not thread-safe.
 */
final class EarlierLife {
    private final boolean exists;
    private final Map<DuplicateFilter.EventStream, Long> firstAppendedMillis =
            new EnumMap<>(DuplicateFilter.EventStream.class);

    /** @param exists whether the task has committed anything before */
    EarlierLife(boolean exists) {
        this.exists = exists;
    }

    /**
     * To be asked for each record that is read.
     *
     * @param stampMillis any time at which the event had not been appended yet
     */
    boolean mayHaveCounted(DuplicateFilter.EventStream stream, long stampMillis, long appendedMillis) {
        if (!exists) {
            return false;
        }
        Long first = firstAppendedMillis.get(stream);
        if (first == null) {
            first = appendedMillis;
            firstAppendedMillis.put(stream, first);
        }
        return stampMillis - first <= ClientTimestamps.AHEAD.toMillis();
    }
}
