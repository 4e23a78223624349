package io.tidemark.streams.lanes;

import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.BitSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** A set of sequence numbers at and above a floor that rises, as pages of bits. Not thread-safe. */
final class SequenceSet {
    private static final int PAGE = 4_096;

    private final NavigableMap<Long, BitSet> pages = new TreeMap<>();

    /** Both ends are added. */
    void add(long first, long last) {
        for (long page = first / PAGE; page <= last / PAGE; page++) {
            long start = page * PAGE;
            pages.computeIfAbsent(page, unseen -> new BitSet())
                    .set((int) (Math.max(first, start) - start), (int) (Math.min(last - start, PAGE - 1) + 1));
        }
    }

    /** How many pages there are; each takes up to 512 bytes. */
    int pages() {
        return pages.size();
    }

    /** The least number above the first page. */
    long endOfFirstPage() {
        return (pages.firstKey() + 1) * PAGE;
    }

    /** How many numbers are below a bound. */
    long countBelow(long bound) {
        long page = bound / PAGE;
        long count = pages.headMap(page, false).values().stream()
                .mapToLong(BitSet::cardinality)
                .sum();
        BitSet cut = pages.get(page);
        return cut == null ? count : count + cut.get(0, (int) (bound % PAGE)).cardinality();
    }

    /** The least number from {@code from} on that is not in the set. */
    long nextAbsent(long from) {
        long at = from;
        BitSet page = pages.get(at / PAGE);
        while (page != null) {
            int absent = page.nextClearBit((int) (at % PAGE));
            at = at / PAGE * PAGE + absent;
            if (absent < PAGE) {
                return at;
            }
            page = pages.get(at / PAGE);
        }
        return at;
    }

    /** The least number from {@code from} on that is in the set; the largest value if there is none. */
    long nextPresent(long from) {
        for (Map.Entry<Long, BitSet> page : pages.tailMap(from / PAGE, true).entrySet()) {
            boolean isFirst = page.getKey() == from / PAGE;
            int present = page.getValue().nextSetBit(isFirst ? (int) (from % PAGE) : 0);
            if (present >= 0) {
                return page.getKey() * PAGE + present;
            }
        }
        return Long.MAX_VALUE;
    }

    /** Whether any number is at or above a bound. */
    boolean reaches(long bound) {
        Map.Entry<Long, BitSet> last = pages.lastEntry();
        return last != null && last.getKey() * PAGE + last.getValue().length() > bound;
    }

    /** Forgets the numbers below a bound. */
    void dropBelow(long bound) {
        long page = bound / PAGE;
        pages.headMap(page, false).clear();
        BitSet cut = pages.get(page);
        if (cut != null) {
            cut.clear(0, (int) (bound % PAGE));
            if (cut.isEmpty()) {
                pages.remove(page);
            }
        }
    }

    void write(WireWriter out) {
        out.count(pages.size());
        pages.forEach((page, bits) -> out.count(page).blob(bits.toByteArray()));
    }

    static SequenceSet read(WireReader in) {
        SequenceSet read = new SequenceSet();
        for (int left = in.size(); left > 0; left--) {
            read.pages.put(in.count(), BitSet.valueOf(in.blob()));
        }
        return read;
    }
}
