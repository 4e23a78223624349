package io.tidemark.streams.ingest;

import java.util.Map;
import java.util.TreeMap;

/**
 * Which of a lane's sequence numbers were seen: the newest unbroken stretch, and the stretches before it, of which there are as many as
 * there are gaps. However late a number comes, it is new if it was not seen. Beyond {@value #MAX_GAPS} gaps the oldest stretch is
 * forgotten, so that its numbers would count as new again: rather a repeat too many than an event too few. Not thread-safe.
 */
final class SeenSequence {
    static final int MAX_GAPS = 1_024;

    private final TreeMap<Long, Long> lastByFirst = new TreeMap<>();
    private long first = -1;
    private long last = -2;

    /** True the first time that a number is offered. */
    boolean isNew(long sequence) {
        if (sequence == last + 1) {
            last = sequence;
            return true;
        }
        if (sequence > last) {
            begin(sequence);
            return true;
        }
        return sequence < first && fillsGap(sequence);
    }

    private void begin(long sequence) {
        if (last >= 0) {
            lastByFirst.put(first, last);
        }
        if (lastByFirst.size() > MAX_GAPS) {
            lastByFirst.pollFirstEntry();
        }
        first = sequence;
        last = sequence;
    }

    private boolean fillsGap(long sequence) {
        Map.Entry<Long, Long> before = lastByFirst.floorEntry(sequence);
        if (before != null && sequence <= before.getValue()) {
            return false;
        }
        long from = before != null && before.getValue() == sequence - 1 ? before.getKey() : sequence;
        if (sequence + 1 == first) {
            lastByFirst.remove(from);
            first = from;
            return true;
        }
        Long through = lastByFirst.remove(sequence + 1);
        lastByFirst.put(from, through == null ? sequence : through);
        if (lastByFirst.size() > MAX_GAPS) {
            lastByFirst.pollFirstEntry();
        }
        return true;
    }
}
