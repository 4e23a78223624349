package io.tidemark.streams.lanes;

import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The events of one lane in one topic, by their numbers: which were counted, which became dead letters, and below which number nothing
 * more is waited for. Not thread-safe.
 */
final class CountedLaneEvents {
    /**
     * Pages that are kept of each kind: four million numbers in a row. A lane that announces nothing settles nothing, and its value must fit
     * into one record of the changelog, however far apart its numbers are.
     */
    static final int MAX_PAGES = 1_024;

    /** The same where the team has no room, and gaps then. */
    private static final int FEW_PAGES = 4;

    private static final int FEW_GAPS = 16;

    private SequenceSet counted = new SequenceSet();
    private SequenceSet rejected = new SequenceSet();

    /** Numbers below it are settled: counted, or in a gap. */
    private long settledBelow;

    private final Gaps gaps = new Gaps();

    /** Accounted for so far, numbered or not: for lanes that announce counts. */
    private long total;

    /** Numbers that were given up so far: neither counted nor a dead letter. */
    private long abandoned;

    /** Numbers that {@link #MAX_PAGES} made settled though they are missing, since the last call of {@link #settleBelow}. */
    private long forgotten;

    /**
     * What came of a lane's progress.
     *
     * @param lowestNew the lowest number that was waited for; the largest value if there is none
     */
    record NewEvents(long lowestNew) {
        boolean before(long bound) {
            return lowestNew < bound;
        }
    }

    /**
     * Settled numbers that were not counted: given up, or dead letters. A range more than {@value #MAX} makes the lowest one forgotten:
     * what was counted below it is not known any more.
     */
    private static final class Gaps {
        static final int MAX = 4_096;

        private final NavigableMap<Long, Long> lastByFirst = new TreeMap<>();
        private long knownFrom;

        /** Above all others. */
        void add(long first, long last) {
            lastByFirst.put(first, last);
            keep(MAX);
        }

        void keep(int most) {
            while (lastByFirst.size() > most) {
                knownFrom = lastByFirst.pollFirstEntry().getValue() + 1;
            }
        }

        /** These came after all. */
        void remove(long first, long last) {
            Map.Entry<Long, Long> gap = lastByFirst.floorEntry(last);
            while (gap != null && gap.getValue() >= first) {
                lastByFirst.remove(gap.getKey());
                if (gap.getKey() < first) {
                    lastByFirst.put(gap.getKey(), first - 1);
                }
                if (gap.getValue() > last) {
                    lastByFirst.put(last + 1, gap.getValue());
                }
                gap = lastByFirst.floorEntry(last);
            }
        }

        /** Whether it is known that no number of a range, both ends included, is in a gap. */
        boolean exclude(long first, long last) {
            Map.Entry<Long, Long> gap = lastByFirst.floorEntry(last);
            return first >= knownFrom && (gap == null || gap.getValue() < first);
        }

        void write(WireWriter out) {
            out.count(knownFrom).count(lastByFirst.size());
            lastByFirst.forEach((first, last) -> out.count(first).count(last - first));
        }

        void restore(WireReader in) {
            knownFrom = in.count();
            for (int left = in.size(); left > 0; left--) {
                long first = in.count();
                lastByFirst.put(first, first + in.count());
            }
        }
    }

    /** Whether each of these numbers, both ends included, is known to be counted. */
    boolean hasCounted(long first, long last) {
        boolean settled = first >= settledBelow || gaps.exclude(first, Math.min(last, settledBelow - 1));
        long open = Math.max(first, settledBelow);
        return settled && (open > last || counted.nextAbsent(open) > last);
    }

    /** Adds the events that were read. {@code late} receives the ranges, both ends included, that had been given up. */
    NewEvents add(LaneProgress.Events events, SequenceRanges.Visitor late) {
        long[] lowest = {Long.MAX_VALUE};
        events.counted().forEach((first, last) -> {
            total += last - first + 1;
            if (first < settledBelow) {
                late.range(first, Math.min(last, settledBelow - 1));
                gaps.remove(first, Math.min(last, settledBelow - 1));
            }
            lowest[0] = Math.min(lowest[0], addWaitedFor(counted, first, last));
        });
        events.rejected().forEach((first, last) -> {
            total += last - first + 1;
            lowest[0] = Math.min(lowest[0], addWaitedFor(rejected, first, last));
        });
        return new NewEvents(lowest[0]);
    }

    private long addWaitedFor(SequenceSet set, long first, long last) {
        long from = Math.max(first, settledBelow);
        if (from > last) {
            return Long.MAX_VALUE;
        }
        set.add(from, last);
        keep(set, MAX_PAGES);
        return from;
    }

    private void keep(SequenceSet set, int pages) {
        while (set.pages() > pages) {
            forgotten += passBelow(set.endOfFirstPage());
        }
    }

    /** Where the team has no room: of numbers far apart the highest are kept, and of gaps. */
    void shrink() {
        keep(counted, FEW_PAGES);
        keep(rejected, FEW_PAGES);
        gaps.keep(FEW_GAPS);
    }

    /** How many things of about the same size it consists of. */
    int parts() {
        return counted.pages() + rejected.pages() + gaps.lastByFirst.size();
    }

    /** Numbers below a bound of which nothing is known. */
    long gapsBelow(long bound) {
        return Math.max(0, bound - settledBelow) - counted.countBelow(bound) - rejected.countBelow(bound);
    }

    /** Whether a number at or above a bound was read. */
    boolean reaches(long bound) {
        return counted.reaches(bound) || rejected.reaches(bound);
    }

    /** Accounted for so far, by count. */
    long total() {
        return total;
    }

    /** Of what a lane says that it has lost, that which was not given up already. */
    long lostAndOpen(long announcedLost) {
        return Math.max(0, announcedLost - abandoned);
    }

    /** Waits for no number below a bound any longer; returns how many of them are not counted. */
    long settleBelow(long bound) {
        long missing = passBelow(bound) + forgotten;
        forgotten = 0;
        return missing;
    }

    private long passBelow(long bound) {
        keepGapsBelow(bound);
        long passed = Math.max(0, bound - settledBelow);
        settledBelow = Math.max(settledBelow, bound);
        long deadLetters = rejected.dropBelow(bound);
        long absent = passed - counted.dropBelow(bound) - deadLetters;
        abandoned += absent;
        return absent + deadLetters;
    }

    private void keepGapsBelow(long bound) {
        long absent = counted.nextAbsent(settledBelow);
        while (absent < bound) {
            long present = Math.min(bound, counted.nextPresent(absent));
            gaps.add(absent, present - 1);
            absent = counted.nextAbsent(present);
        }
    }

    /** The same of a lane that announces counts: so many records, of which those that are not accounted for are given up. */
    long settleCount(long announced) {
        long missing = Math.max(0, announced - total - abandoned) + rejected.countBelow(Long.MAX_VALUE);
        abandoned += Math.max(0, announced - total - abandoned);
        rejected = new SequenceSet();
        counted = new SequenceSet();
        return missing;
    }

    /** Whether so many records are accounted for, given up ones included. */
    boolean isAccountedFor(long announced) {
        return total + abandoned >= announced;
    }

    void write(WireWriter out) {
        out.count(settledBelow).count(total).count(abandoned);
        counted.write(out);
        rejected.write(out);
        gaps.write(out);
    }

    static CountedLaneEvents read(WireReader in) {
        CountedLaneEvents read = new CountedLaneEvents();
        read.settledBelow = in.count();
        read.total = in.count();
        read.abandoned = in.count();
        read.counted = SequenceSet.read(in);
        read.rejected = SequenceSet.read(in);
        read.gaps.restore(in);
        return read;
    }
}
