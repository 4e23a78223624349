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

    private static final class Page {
        private final BitSet bits;

        /** Numbers in the pages before it, if {@link #isCounted}. */
        private long before;

        Page(BitSet bits) {
            this.bits = bits;
        }
    }

    private final NavigableMap<Long, Page> pages = new TreeMap<>();
    private boolean isCounted;

    /** Both ends are added. */
    void add(long first, long last) {
        for (long page = first / PAGE; page <= last / PAGE; page++) {
            long start = page * PAGE;
            pages.computeIfAbsent(page, unseen -> new Page(new BitSet()))
                    .bits
                    .set((int) (Math.max(first, start) - start), (int) (Math.min(last - start, PAGE - 1) + 1));
        }
        isCounted = false;
    }

    /** How many pages there are; each takes up to 512 bytes. */
    int pages() {
        return pages.size();
    }

    /** The least number above the first page. */
    long endOfFirstPage() {
        return (pages.firstKey() + 1) * PAGE;
    }

    /** How many numbers are below a bound; the pages are walked once for any number of bounds until the set changes. */
    long countBelow(long bound) {
        Map.Entry<Long, Page> last = pages.floorEntry(bound / PAGE);
        if (last == null) {
            return 0;
        }
        countPages();
        BitSet bits = last.getValue().bits;
        boolean isCut = last.getKey() == bound / PAGE;
        return last.getValue().before + (isCut ? bits.get(0, (int) (bound % PAGE)) : bits).cardinality();
    }

    /** How many pages the next {@link #countBelow} walks. */
    int uncountedPages() {
        return isCounted ? 0 : pages.size();
    }

    private void countPages() {
        if (isCounted) {
            return;
        }
        long count = 0;
        for (Page page : pages.values()) {
            page.before = count;
            count += page.bits.cardinality();
        }
        isCounted = true;
    }

    /** The least number from {@code from} on that is not in the set. */
    long nextAbsent(long from) {
        long at = from;
        Page page = pages.get(at / PAGE);
        while (page != null) {
            int absent = page.bits.nextClearBit((int) (at % PAGE));
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
        for (Map.Entry<Long, Page> page : pages.tailMap(from / PAGE, true).entrySet()) {
            boolean isFirst = page.getKey() == from / PAGE;
            int present = page.getValue().bits.nextSetBit(isFirst ? (int) (from % PAGE) : 0);
            if (present >= 0) {
                return page.getKey() * PAGE + present;
            }
        }
        return Long.MAX_VALUE;
    }

    /** Whether any number is at or above a bound. */
    boolean reaches(long bound) {
        Map.Entry<Long, Page> last = pages.lastEntry();
        return last != null && last.getKey() * PAGE + last.getValue().bits.length() > bound;
    }

    /** Forgets the numbers below a bound; returns how many there were. */
    long dropBelow(long bound) {
        long page = bound / PAGE;
        NavigableMap<Long, Page> below = pages.headMap(page, false);
        long dropped = below.values().stream()
                .mapToLong(whole -> whole.bits.cardinality())
                .sum();
        below.clear();
        Page cut = pages.get(page);
        if (cut != null) {
            int before = cut.bits.cardinality();
            cut.bits.clear(0, (int) (bound % PAGE));
            dropped += before - cut.bits.cardinality();
            if (cut.bits.isEmpty()) {
                pages.remove(page);
            }
        }
        isCounted &= dropped == 0;
        return dropped;
    }

    void write(WireWriter out) {
        out.count(pages.size());
        pages.forEach((number, page) -> out.count(number).blob(page.bits.toByteArray()));
    }

    static SequenceSet read(WireReader in) {
        SequenceSet read = new SequenceSet();
        for (int left = in.size(); left > 0; left--) {
            read.pages.put(in.count(), new Page(BitSet.valueOf(in.blob())));
        }
        return read;
    }
}
