package io.tidemark.streams.route;

import io.tidemark.events.ServerSample;
import io.tidemark.streams.inbox.TargetInboxRecord;
import io.tidemark.streams.validation.ClientTimestamps;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** One target: who drives it, and its last samples for those who come late. Not thread-safe. */
final class TrackedTarget {
    /** Samples kept for a run whose binding comes after them. */
    static final int MAX_RECENT_SAMPLES = 120;

    private final Map<String, Long> endedMicrosByRun = new TreeMap<>();
    private final NavigableMap<Long, ServerSample> recentSamples = new TreeMap<>();

    private long lastRecordMillis;

    /** A sample or a binding, appended then. */
    void onRecord(long appendedMillis) {
        lastRecordMillis = Math.max(lastRecordMillis, appendedMillis);
    }

    /** Whether nothing came since then. */
    boolean isSilentSince(long millis) {
        return lastRecordMillis < millis;
    }

    /** True if the run was not bound before: it has missed the ring. */
    boolean bind(TargetInboxRecord.Binding binding) {
        return endedMicrosByRun.put(binding.run(), binding.endedMicros()) == null;
    }

    /** The run that ended first, if one did. */
    Optional<String> firstEnded() {
        return endedMicrosByRun.entrySet().stream()
                .filter(bound -> bound.getValue() >= 0)
                .min(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey);
    }

    void unbind(String run) {
        endedMicrosByRun.remove(run);
    }

    boolean isBound(String run) {
        return endedMicrosByRun.containsKey(run);
    }

    /** Of the next sample, from 0. */
    long nextNumber() {
        return recentSamples.isEmpty() ? 0 : recentSamples.lastKey() + 1;
    }

    /** Lets go of the oldest sample; returns its number, if there is one. */
    OptionalLong dropOldest() {
        Map.Entry<Long, ServerSample> oldest = recentSamples.pollFirstEntry();
        return oldest == null ? OptionalLong.empty() : OptionalLong.of(oldest.getKey());
    }

    /** Keeps the newest samples. */
    void add(long number, ServerSample sample) {
        recentSamples.put(number, sample);
        if (recentSamples.size() > MAX_RECENT_SAMPLES) {
            recentSamples.pollFirstEntry();
        }
    }

    /** Drops runs that ended before then, and returns them. */
    Collection<String> dropEndedBefore(long micros) {
        Map<String, Long> dropped = new TreeMap<>(endedMicrosByRun);
        dropped.values().removeIf(ended -> ended < 0 || ended >= micros);
        endedMicrosByRun.keySet().removeAll(dropped.keySet());
        return dropped.keySet();
    }

    /** Whether no run drives it and its last sample is of before then. */
    boolean isUnusedSince(long micros) {
        return endedMicrosByRun.isEmpty()
                && (recentSamples.isEmpty()
                        || ClientTimestamps.micros(
                                        recentSamples.lastEntry().getValue().getScrapeEnd())
                                < micros);
    }

    Collection<String> runs() {
        return Collections.unmodifiableCollection(endedMicrosByRun.keySet());
    }

    /** Oldest first. */
    Collection<ServerSample> recentSamples() {
        return Collections.unmodifiableCollection(recentSamples.values());
    }
}
