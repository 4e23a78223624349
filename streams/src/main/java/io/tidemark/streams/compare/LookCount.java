package io.tidemark.streams.compare;

import io.tidemark.analysis.measure.ComparisonSide;
import io.tidemark.analysis.measure.RunMeasurements;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.List;
import java.util.stream.Stream;

/**
 * How often a candidate and its base were looked at with enough runs to decide. More steps of the same runs, and amendments, are the same look.
 *
 * @param count of looks
 * @param runs digest of the ids of the runs of the last one
 */
record LookCount(int count, long runs) {
    /** Before the first look. */
    static final LookCount NONE = new LookCount(0, 0);

    /** With the look at these sides. */
    LookCount at(ComparisonSide base, ComparisonSide candidate) {
        long now = digest(base, candidate);
        return count > 0 && now == runs ? this : new LookCount(count + 1, now);
    }

    byte[] toBytes() {
        return WireWriter.versioned().count(count).count(runs).toBytes();
    }

    static LookCount of(byte[] bytes) {
        WireReader in = WireReader.versioned(bytes);
        LookCount looks = new LookCount(in.integer(), in.count());
        in.requireEnd();
        return looks;
    }

    private static long digest(ComparisonSide base, ComparisonSide candidate) {
        List<String> ids = Stream.of(base, candidate)
                .flatMap(side -> Stream.concat(
                        Stream.of(side.name()), side.runs().stream().map(RunMeasurements::run)))
                .toList();
        return Integer.toUnsignedLong(ids.hashCode());
    }
}
