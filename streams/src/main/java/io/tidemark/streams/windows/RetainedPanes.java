package io.tidemark.streams.windows;

import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.SeriesHistory;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** The retained seconds of a series, and the sum of those that were let go. Not thread-safe. */
public final class RetainedPanes implements SeriesHistory {
    private final NavigableMap<Long, Pane> seconds = new TreeMap<>();
    private final PaneSum evicted = new PaneSum();
    private long heapBytes;

    void add(long second, Pane delta) {
        Pane known = seconds.get(second);
        Pane pane = known == null ? new Pane() : known;
        heapBytes -= known == null ? 0 : known.heapBytes();
        pane.add(delta);
        heapBytes += pane.heapBytes();
        seconds.put(second, pane);
    }

    /** About how many bytes of the heap the seconds take. */
    long heapBytes() {
        return heapBytes;
    }

    @Override
    public Optional<Pane> at(long second) {
        return Optional.ofNullable(seconds.get(second));
    }

    /** Seconds in {@code [from, until)}. */
    public NavigableMap<Long, Pane> between(long from, long until) {
        return from >= until ? new TreeMap<>() : seconds.subMap(from, true, until, false);
    }

    /** Seconds before {@code until}. */
    NavigableMap<Long, Pane> before(long until) {
        return seconds.headMap(until, false);
    }

    @Override
    public OptionalLong first() {
        return seconds.isEmpty() ? OptionalLong.empty() : OptionalLong.of(seconds.firstKey());
    }

    public OptionalLong last() {
        return seconds.isEmpty() ? OptionalLong.empty() : OptionalLong.of(seconds.lastKey());
    }

    /** First retained second from {@code second} on. */
    @Override
    public OptionalLong nextFrom(long second) {
        Long next = seconds.ceilingKey(second);
        return next == null ? OptionalLong.empty() : OptionalLong.of(next);
    }

    /** What was let go of, still part of the whole step. */
    PaneSum evicted() {
        return evicted;
    }

    /** Lets go of the oldest second, into the sum. */
    public Pane evictFirst() {
        Pane first = seconds.pollFirstEntry().getValue();
        heapBytes -= first.heapBytes();
        evicted.add(first);
        return first;
    }
}
