package io.tidemark.streams.run;

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
    private static final int MOST = 512;

    /** Numbers from {@code from} up to but not including {@code below}. */
    record Numbers(long from, long below) {
        boolean holds(long sequence) {
            return sequence >= from && sequence < below;
        }

        void write(WireWriter out) {
            out.count(from).count(below - from);
        }

        static Numbers read(WireReader in) {
            long from = in.count();
            return new Numbers(from, from + in.count());
        }
    }

    private record Stretch(
            long fromSecond,
            long throughSecond,
            Numbers tokenBatches,
            Numbers requests,
            long missingTokenBatches,
            long missingRequests) {
        long missing() {
            return missingTokenBatches + missingRequests;
        }

        Stretch less(long batches, long ended) {
            return new Stretch(
                    fromSecond,
                    throughSecond,
                    tokenBatches,
                    requests,
                    Math.max(0, missingTokenBatches - batches),
                    Math.max(0, missingRequests - ended));
        }

        /** Covers both; the other is the newer. */
        Stretch and(Stretch newer) {
            return new Stretch(
                    Math.min(fromSecond, newer.fromSecond),
                    Math.max(throughSecond, newer.throughSecond),
                    new Numbers(tokenBatches.from, newer.tokenBatches.below),
                    new Numbers(requests.from, newer.requests.below),
                    missingTokenBatches + newer.missingTokenBatches,
                    missingRequests + newer.missingRequests);
        }

        void write(WireWriter out) {
            out.count(fromSecond).count(throughSecond - fromSecond);
            tokenBatches.write(out);
            requests.write(out);
            out.count(missingTokenBatches).count(missingRequests);
        }

        static Stretch read(WireReader in) {
            long from = in.count();
            return new Stretch(from, from + in.count(), Numbers.read(in), Numbers.read(in), in.count(), in.count());
        }
    }

    private final List<Stretch> stretches = new ArrayList<>();

    boolean isEmpty() {
        return stretches.isEmpty();
    }

    /** Events of seconds in {@code [fromSecond, throughSecond]} that are not counted. */
    void add(
            long fromSecond,
            long throughSecond,
            Numbers tokenBatches,
            Numbers requests,
            long missingTokenBatches,
            long missingRequests) {
        long from = Math.max(0, Math.min(fromSecond, throughSecond));
        stretches.add(new Stretch(from, throughSecond, tokenBatches, requests, missingTokenBatches, missingRequests));
        if (stretches.size() > MOST) {
            Stretch oldest = stretches.remove(0);
            stretches.set(0, oldest.and(stretches.get(0)));
        }
    }

    /** Token batches that were missing came after all; returns the first second whose windows lack less now. */
    OptionalLong cameTokenBatches(long first, long last) {
        return came(first, last, true);
    }

    /** The same of requests. */
    OptionalLong cameRequests(long first, long last) {
        return came(first, last, false);
    }

    private OptionalLong came(long first, long last, boolean batches) {
        OptionalLong from = OptionalLong.empty();
        for (int i = stretches.size() - 1; i >= 0; i--) {
            Stretch stretch = stretches.get(i);
            Numbers numbers = batches ? stretch.tokenBatches : stretch.requests;
            long came = Math.min(last, numbers.below - 1) - Math.max(first, numbers.from) + 1;
            if (came > 0) {
                Stretch less = stretch.less(batches ? came : 0, batches ? 0 : came);
                stretches.set(i, less);
                from = OptionalLong.of(Math.min(from.orElse(Long.MAX_VALUE), stretch.fromSecond));
                if (less.missing() == 0) {
                    stretches.remove(i);
                }
            }
        }
        return from;
    }

    /** How many are missing that may belong to seconds in {@code [fromSecond, untilSecond)}. */
    long between(long fromSecond, long untilSecond) {
        long missing = 0;
        for (Stretch stretch : stretches) {
            if (stretch.fromSecond < untilSecond && stretch.throughSecond >= fromSecond) {
                missing += stretch.missing();
            }
        }
        return missing;
    }

    void write(WireWriter out) {
        out.count(stretches.size());
        stretches.forEach(stretch -> stretch.write(out));
    }

    static MissingEvents read(WireReader in) {
        MissingEvents read = new MissingEvents();
        for (int left = in.size(); left > 0; left--) {
            read.stretches.add(Stretch.read(in));
        }
        return read;
    }
}
