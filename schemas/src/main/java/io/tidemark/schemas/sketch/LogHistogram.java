package io.tidemark.schemas.sketch;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * A log histogram of non-negative nanoseconds with gamma 2^(1/32): quantiles are within 1.083 % of the exact ones, merging
 * and subtracting are exact on counts and sum, and the result does not depend on order.
 *
 * <p>{@link #min()} and {@link #max()} are exact while values are only added and merged, and after {@link #subtract} of values
 * that lie between them. Once the smallest or the largest value is subtracted they are bounds of buckets, until {@link #setExactExtremes}:
 * see {@link #hasExactExtremes()}.
 *
 * <p>Mutable, not thread-safe.
 */
public final class LogHistogram {
    private static final int HEAD_BYTES = 24;
    private static final int BYTES_PER_SLOT = 3;

    /** Of the objects that it consists of, without its slots. */
    private static final int OBJECT_BYTES = 160;

    private final SlotCounts slots = new SlotCounts();
    private long zeros;
    private long count;
    /** The sum is {@code sumOverflows * 2^63 + sum}: what is subtracted later must be in it, whatever was added. */
    private long sum;

    private long sumOverflows;
    private long min = Long.MAX_VALUE;
    private long max = -1;
    /** Whether min and max are values and not bounds of buckets. */
    private boolean exactExtremes = true;

    public void add(long nanos) {
        add(nanos, 1);
    }

    /** Adds a value several times. @throws IllegalArgumentException for a negative value or count */
    public void add(long nanos, long times) {
        if (nanos < 0 || times < 0) {
            throw new IllegalArgumentException(
                    "a sketch takes values and counts >= 0 but got " + nanos + " x " + times);
        }
        if (times == 0) {
            return;
        }
        addToBucket(nanos, times);
        count += times;
        long low = nanos * times;
        addSum(low & Long.MAX_VALUE, (Math.multiplyHigh(nanos, times) << 1) | (low >>> (Long.SIZE - 1)));
        min = Math.min(min, nanos);
        max = Math.max(max, nanos);
    }

    public void merge(LogHistogram other) {
        if (other.count == 0) {
            return;
        }
        zeros += other.zeros;
        slots.merge(other.slots);
        count += other.count;
        addSum(other.sum, other.sumOverflows);
        min = Math.min(min, other.min);
        max = Math.max(max, other.max);
        exactExtremes &= other.exactExtremes;
    }

    /**
     * Takes out what was merged before.
     *
     * @throws IllegalArgumentException if {@code other} holds what this does not; this is then unchanged
     */
    public void subtract(LogHistogram other) {
        if (other.count == 0) {
            return;
        }
        requireContains(other);
        zeros -= other.zeros;
        slots.subtract(other.slots);
        count -= other.count;
        subtractSum(other);
        exactExtremes &= other.exactExtremes && other.min > min && other.max < max;
        recomputeExtremes();
    }

    /** Whether {@link #min()} and {@link #max()} are exact. */
    public boolean hasExactExtremes() {
        return exactExtremes;
    }

    /**
     * Says what the smallest and the largest value really are, after values were subtracted. Without it quantiles and bytes of the same
     * values would depend on how they came about.
     */
    public void setExactExtremes(long exactMin, long exactMax) {
        min = exactMin;
        max = exactMax;
        exactExtremes = true;
    }

    /**
     * The value at the nearest rank, {@code ceil(q * count)}.
     *
     * @param q in [0, 1]
     * @throws IllegalStateException if the sketch is empty
     */
    public long quantile(double q) {
        if (!(q >= 0 && q <= 1)) {
            throw new IllegalArgumentException("a quantile must be in [0, 1] but was " + q);
        }
        if (count == 0) {
            throw new IllegalStateException("an empty sketch has no quantiles");
        }
        long rank = Math.max(1, (long) Math.ceil(q * count));
        if (rank <= zeros) {
            return 0;
        }
        int slot = slots.slotOfRank(rank - zeros);
        if (slot < 0) {
            throw new IllegalStateException("counts do not add up to " + count);
        }
        return clamp(LogBuckets.middle(slot));
    }

    /**
     * Values up to {@code nanos}, each taken to be at its bucket's middle, as {@link #quantile} has it: at least as many as are at most
     * {@code nanos / 1.01083}, and at most as many as are at most {@code nanos * 1.01083}.
     */
    public long countAtMost(long nanos) {
        if (nanos < 0) {
            return 0;
        }
        if (nanos == 0) {
            return zeros;
        }
        int slot = LogBuckets.slot(nanos);
        return zeros + slots.countThrough(clamp(LogBuckets.middle(slot)) <= nanos ? slot : slot - 1);
    }

    public long count() {
        return count;
    }

    /** Exact sum, nanoseconds; it stops at 2^63 - 1, which is 292 years. */
    public long sum() {
        return sumOverflows > 0 ? Long.MAX_VALUE : sum;
    }

    public OptionalLong min() {
        return count == 0 ? OptionalLong.empty() : OptionalLong.of(min);
    }

    public OptionalLong max() {
        return count == 0 ? OptionalLong.empty() : OptionalLong.of(max);
    }

    public boolean isEmpty() {
        return count == 0;
    }

    public LogHistogram copy() {
        LogHistogram copy = new LogHistogram();
        copy.merge(this);
        return copy;
    }

    /** Compact bytes: version, scale, then varints; 10 to 30 bytes for a handful of values. Empty sketches give no bytes. */
    public byte[] encode() {
        return SketchCodec.encode(this);
    }

    /** About how many bytes {@link #encode} gives, found without encoding; rather more than less. */
    public int estimatedSizeBytes() {
        return HEAD_BYTES + BYTES_PER_SLOT * slots.room();
    }

    /** About how many bytes of the heap it takes; 0 for an empty one. */
    public int heapBytes() {
        return isEmpty() ? 0 : OBJECT_BYTES + Integer.BYTES * slots.room();
    }

    /** @throws SketchFormatException if these bytes were not written by {@link #encode} */
    public static LogHistogram decode(byte[] bytes) {
        return SketchCodec.decode(bytes);
    }

    /** The same of what a buffer holds, which stays as it is. @throws SketchFormatException as above */
    public static LogHistogram decode(ByteBuffer encoded) {
        byte[] bytes = new byte[encoded.remaining()];
        encoded.duplicate().get(bytes);
        return decode(bytes);
    }

    /** The non-empty buckets, rising; a value of 0 is reported with upper bound 0. */
    public void forEachBucket(BucketVisitor visitor) {
        if (zeros > 0) {
            visitor.bucket(0, zeros);
        }
        slots.forEach((slot, held) -> visitor.bucket(LogBuckets.upper(slot), held));
    }

    /** The non-empty slots, rising, without the values of 0: slot {@code i} holds the values in (2^((i-1)/32), 2^(i/32)] ns. */
    public void forEachSlot(SlotVisitor visitor) {
        slots.forEach(visitor::slot);
    }

    /** How many values are 0. */
    public long zeroCount() {
        return zeros;
    }

    /** Values in the slots below that of {@code nanos}, those of 0 among them. */
    public long countBelowSlotOf(long nanos) {
        return nanos <= 0 ? 0 : zeros + slots.countThrough(slotOf(nanos) - 1);
    }

    /** Values in the slot of {@code nanos}. */
    public long countInSlotOf(long nanos) {
        if (nanos <= 0) {
            return nanos == 0 ? zeros : 0;
        }
        int slot = slotOf(nanos);
        return slots.countThrough(slot) - slots.countThrough(slot - 1);
    }

    /** The slot of a value > 0, nanoseconds; see {@link #forEachSlot}. */
    public static int slotOf(long nanos) {
        return LogBuckets.slot(nanos);
    }

    /** Receives slots. */
    @FunctionalInterface
    public interface SlotVisitor {
        void slot(int slot, long count);
    }

    /** Receives buckets. */
    @FunctionalInterface
    public interface BucketVisitor {
        /** {@code upperNanos} is inclusive. */
        void bucket(double upperNanos, long count);
    }

    @Override
    public boolean equals(Object object) {
        return object instanceof LogHistogram other && Arrays.equals(encode(), other.encode());
    }

    @Override
    public int hashCode() {
        return Long.hashCode(count * 31 + sum());
    }

    @Override
    public String toString() {
        return count == 0
                ? "LogHistogram(empty)"
                : "LogHistogram(count=" + count + ", p50=" + quantile(0.5) + ", p99=" + quantile(0.99) + ", max=" + max
                        + ")";
    }

    SlotCounts slots() {
        return slots;
    }

    /** Puts decoded state into an empty sketch. */
    void restore(long restoredZeros, long restoredSum, long restoredMin, long restoredMax) {
        zeros = restoredZeros;
        count += restoredZeros;
        sum = restoredSum;
        min = restoredMin;
        max = restoredMax;
    }

    /** @throws SketchFormatException if there are more values than 2^63 - 1 */
    void restoreSlot(int slot, long times) {
        if (times > Long.MAX_VALUE - count) {
            throw new SketchFormatException(
                    "sketch counts must be at most 2^63 - 1 together but were " + count + " and " + times);
        }
        count += times;
        slots.add(slot, times);
    }

    private void addSum(long more, long overflows) {
        sum += more;
        sumOverflows += overflows + (sum >>> (Long.SIZE - 1));
        sum &= Long.MAX_VALUE;
    }

    private void subtractSum(LogHistogram other) {
        sum -= other.sum;
        sumOverflows -= other.sumOverflows + (sum >>> (Long.SIZE - 1));
        sum &= Long.MAX_VALUE;
    }

    private boolean hasSumOf(LogHistogram other) {
        return sumOverflows == other.sumOverflows ? other.sum <= sum : other.sumOverflows < sumOverflows;
    }

    private void addToBucket(long nanos, long times) {
        if (nanos == 0) {
            zeros += times;
            return;
        }
        slots.add(LogBuckets.slot(nanos), times);
    }

    private long clamp(long value) {
        return Math.max(min, Math.min(max, value));
    }

    private void requireContains(LogHistogram other) {
        boolean contained = other.zeros <= zeros && hasSumOf(other) && slots.contains(other.slots);
        if (!contained) {
            throw new IllegalArgumentException("cannot subtract " + other + ": it was not merged into " + this);
        }
    }

    private void recomputeExtremes() {
        if (count == 0) {
            min = Long.MAX_VALUE;
            max = -1;
            exactExtremes = true;
            return;
        }
        if (exactExtremes) {
            return;
        }
        int highest = slots.highest();
        max = highest < 0 ? 0 : Math.min(max, (long) LogBuckets.upper(highest));
        if (zeros > 0) {
            min = 0;
            return;
        }
        min = Math.max(min, (long) Math.ceil(LogBuckets.lower(slots.lowest())));
    }
}
