package io.tidemark.streams.lanes;

import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Events of a lane that were announced and are not counted, by the seconds that they may belong to: those between the announcement before
 * and the one that held them. Not thread-safe.
 */
final class MissingEvents {
    /** Beyond so many, the two oldest become one that covers both. */
    private static final int MAX_RANGES = 512;

    /** Numbers from {@code from} up to but not including {@code below}. */
    record SequenceRange(long from, long below) {
        static final SequenceRange NONE = new SequenceRange(0, 0);

        boolean holds(long sequence) {
            return sequence >= from && sequence < below;
        }

        void write(WireWriter out) {
            out.count(from).count(below - from);
        }

        static SequenceRange read(WireReader in) {
            long from = in.count();
            return new SequenceRange(from, from + in.count());
        }
    }

    private record MissingRange(
            long fromSecond,
            long throughSecond,
            SequenceRange tokenBatches,
            SequenceRange requests,
            long missingTokenBatches,
            long missingRequests) {
        long missing() {
            return missingTokenBatches + missingRequests;
        }

        MissingRange less(long batches, long ended) {
            return new MissingRange(
                    fromSecond,
                    throughSecond,
                    tokenBatches,
                    requests,
                    Math.max(0, missingTokenBatches - batches),
                    Math.max(0, missingRequests - ended));
        }

        /** Covers both; the other is the newer. */
        MissingRange and(MissingRange newer) {
            return new MissingRange(
                    Math.min(fromSecond, newer.fromSecond),
                    Math.max(throughSecond, newer.throughSecond),
                    new SequenceRange(tokenBatches.from, newer.tokenBatches.below),
                    new SequenceRange(requests.from, newer.requests.below),
                    missingTokenBatches + newer.missingTokenBatches,
                    missingRequests + newer.missingRequests);
        }

        void write(WireWriter out) {
            out.count(fromSecond).count(throughSecond - fromSecond);
            tokenBatches.write(out);
            requests.write(out);
            out.count(missingTokenBatches).count(missingRequests);
        }

        static MissingRange read(WireReader in) {
            long from = in.count();
            return new MissingRange(
                    from, from + in.count(), SequenceRange.read(in), SequenceRange.read(in), in.count(), in.count());
        }
    }

    private final List<MissingRange> ranges = new ArrayList<>();

    boolean isEmpty() {
        return ranges.isEmpty();
    }

    int size() {
        return ranges.size();
    }

    /** The last second of which any are missing; the least value if there is none. */
    long lastSecond() {
        return ranges.stream().mapToLong(MissingRange::throughSecond).max().orElse(Long.MIN_VALUE);
    }

    /** Events of seconds in {@code [fromSecond, throughSecond]} that are not counted. */
    void add(
            long fromSecond,
            long throughSecond,
            SequenceRange tokenBatches,
            SequenceRange requests,
            long missingTokenBatches,
            long missingRequests) {
        long from = Math.max(0, Math.min(fromSecond, throughSecond));
        ranges.add(new MissingRange(from, throughSecond, tokenBatches, requests, missingTokenBatches, missingRequests));
        if (ranges.size() > MAX_RANGES) {
            MissingRange oldest = ranges.remove(0);
            ranges.set(0, oldest.and(ranges.get(0)));
        }
    }

    /** Token batches that were missing came after all; returns the first second whose windows lack less now. */
    OptionalLong onTokenBatches(long first, long last) {
        return onEvents(first, last, true);
    }

    /** The same of requests. */
    OptionalLong onRequests(long first, long last) {
        return onEvents(first, last, false);
    }

    private OptionalLong onEvents(long first, long last, boolean batches) {
        OptionalLong from = OptionalLong.empty();
        for (int i = ranges.size() - 1; i >= 0; i--) {
            MissingRange stretch = ranges.get(i);
            SequenceRange numbers = batches ? stretch.tokenBatches : stretch.requests;
            long came = Math.min(last, numbers.below - 1) - Math.max(first, numbers.from) + 1;
            if (came > 0) {
                MissingRange less = stretch.less(batches ? came : 0, batches ? 0 : came);
                ranges.set(i, less);
                from = OptionalLong.of(Math.min(from.orElse(Long.MAX_VALUE), stretch.fromSecond));
                if (less.missing() == 0) {
                    ranges.remove(i);
                }
            }
        }
        return from;
    }

    /** How many are missing that may belong to seconds in {@code [fromSecond, untilSecond)}. */
    long between(long fromSecond, long untilSecond) {
        long missing = 0;
        for (MissingRange stretch : ranges) {
            if (stretch.fromSecond < untilSecond && stretch.throughSecond >= fromSecond) {
                missing += stretch.missing();
            }
        }
        return missing;
    }

    void write(WireWriter out) {
        out.count(ranges.size());
        ranges.forEach(stretch -> stretch.write(out));
    }

    static MissingEvents read(WireReader in) {
        MissingEvents read = new MissingEvents();
        for (int left = in.size(); left > 0; left--) {
            read.ranges.add(MissingRange.read(in));
        }
        return read;
    }
}
