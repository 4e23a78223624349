package io.tidemark.streams.lanes;

import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Requests of one lane and step by segment, against what the lane announced. What is complete is kept as one sum, so that a day of
 * segments is not longer than the ones under way. Not thread-safe.
 */
final class SegmentCounts {
    /** Segments that are distinguished ahead of those complete; what is beyond counts with the last of them. */
    static final int MAX_AHEAD = 5_000;

    /** As of a lane's seconds. */
    private static final int MAX_ANNOUNCED = 600;

    private final NavigableMap<Integer, Long> counted = new TreeMap<>();
    /** Requests announced by how many segments are over. */
    private final NavigableMap<Integer, Long> announced = new TreeMap<>();

    private int complete;

    void count(int segment, long requests) {
        counted.merge(Math.min(complete + MAX_AHEAD, Math.max(segment, complete - 1)), requests, Long::sum);
        confirm();
    }

    void announce(int over, long requests) {
        if (over > complete) {
            announced.put(over, requests);
            confirm();
        }
        if (announced.size() > MAX_ANNOUNCED) {
            announced.pollFirstEntry(); // a later one covers it
        }
    }

    /** So many segments, from the first, are not waited for any longer. */
    void settle(int over) {
        if (over > complete) {
            announced.headMap(over, true).clear();
            completeUpTo(over);
        }
        confirm();
    }

    /** Segments, from the first, of which all that was announced has been counted or given up. */
    int complete() {
        return complete;
    }

    private void confirm() {
        while (!announced.isEmpty()
                && countedBefore(announced.firstKey()) >= announced.firstEntry().getValue()) {
            completeUpTo(announced.pollFirstEntry().getKey());
        }
    }

    private long countedBefore(int segment) {
        return counted.headMap(segment, false).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    private void completeUpTo(int over) {
        NavigableMap<Integer, Long> done = counted.headMap(over, false);
        long requests = done.values().stream().mapToLong(Long::longValue).sum();
        done.clear();
        counted.put(over - 1, requests);
        complete = over;
    }

    int size() {
        return counted.size() + announced.size();
    }

    void write(WireWriter out) {
        out.count(complete).count(counted.size());
        counted.forEach((segment, requests) -> out.count(segment).count(requests));
        out.count(announced.size());
        announced.forEach((over, requests) -> out.count(over).count(requests));
    }

    static SegmentCounts read(WireReader in) {
        SegmentCounts read = new SegmentCounts();
        read.complete = in.integer();
        for (int left = in.size(); left > 0; left--) {
            read.counted.put(in.integer(), in.count());
        }
        for (int left = in.size(); left > 0; left--) {
            read.announced.put(in.integer(), in.count());
        }
        return read;
    }
}
