package io.tidemark.faults;

import java.util.Map;
import java.util.TreeMap;

/**
 * Values of one metric: count, sum, extremes and buckets by the oracle's own formula, bucket {@code i} holding {@code (2^((i-1)/32),
 * 2^(i/32)]} nanoseconds.
 */
final class OracleHistogram {
    private static final double PER_OCTAVE = 32;

    /** Nearer to a whole number than this is that number: nothing but a power of two comes so near. */
    private static final double WHOLE = 1e-9;

    private final TreeMap<Integer, Long> buckets = new TreeMap<>();
    private long count;
    private long sum;
    private long min = Long.MAX_VALUE;
    private long max;

    void add(long nanos) {
        count++;
        sum += nanos;
        min = Math.min(min, nanos);
        max = Math.max(max, nanos);
        buckets.merge(bucket(nanos), 1L, Long::sum);
    }

    void addAll(OracleHistogram other) {
        count += other.count;
        sum += other.sum;
        min = Math.min(min, other.min);
        max = Math.max(max, other.max);
        other.buckets.forEach((bucket, times) -> buckets.merge(bucket, times, Long::sum));
    }

    long count() {
        return count;
    }

    long sum() {
        return sum;
    }

    long min() {
        return min;
    }

    long max() {
        return max;
    }

    /** Counts by bucket; a value of 0 is in bucket -1. */
    Map<Integer, Long> buckets() {
        return new TreeMap<>(buckets);
    }

    /** At the nearest rank, from the middle of its bucket, inside the extremes. */
    double quantile(double q) {
        long rank = (long) Math.ceil(q * count);
        long seen = 0;
        for (Map.Entry<Integer, Long> bucket : buckets.entrySet()) {
            seen += bucket.getValue();
            if (seen >= rank) {
                return Math.max((double) min, Math.min((double) max, middle(bucket.getKey())));
            }
        }
        throw new IllegalStateException("rank " + rank + " of " + count);
    }

    private static double middle(int bucket) {
        if (bucket < 0) {
            return 0;
        }
        double low = Math.pow(2, (bucket - 1) / PER_OCTAVE);
        double high = Math.pow(2, bucket / PER_OCTAVE);
        return 2 * low * high / (low + high);
    }

    private static int bucket(long nanos) {
        if (nanos == 0) {
            return -1;
        }
        double exact = PER_OCTAVE * Math.log((double) nanos) / Math.log(2);
        double whole = Math.rint(exact);
        return (int) (Math.abs(exact - whole) < WHOLE ? whole : Math.ceil(exact));
    }
}
