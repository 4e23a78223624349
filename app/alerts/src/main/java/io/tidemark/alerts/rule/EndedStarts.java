package io.tidemark.alerts.rule;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** When the last alerts that have ended had started, by their conditions. The oldest are forgotten first. Not thread-safe. */
final class EndedStarts {
    private static final int MAX_REMEMBERED = 10_000;

    private final Map<String, Instant> starts = new LinkedHashMap<>();

    /** Notes an alert that has ended. */
    void add(String condition, Instant startsAt) {
        Instant last = starts.remove(condition);
        starts.put(condition, last != null && last.isAfter(startsAt) ? last : startsAt);
        if (starts.size() > MAX_REMEMBERED) {
            starts.remove(starts.keySet().iterator().next());
        }
    }

    /**
     * A start after that of the last alert of a condition: one that ended causes no notification again. The condition may hold anew from the same
     * time, where late data show a breach that was retracted, or from an earlier one, where the clock was set back.
     */
    Instant startAfter(String condition, Instant startsAt) {
        Instant last = starts.get(condition);
        return last == null || startsAt.isAfter(last) ? startsAt : last.plusMillis(1);
    }
}
