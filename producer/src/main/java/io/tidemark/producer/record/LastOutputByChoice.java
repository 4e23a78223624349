package io.tidemark.producer.record;

import java.util.Arrays;
import java.util.List;

/**
 * When each answer of a request last had output: with several of them their chunks come interleaved, and a gap is one between
 * chunks of the same answer. By some monotonic clock, nanoseconds. Not thread-safe.
 */
public final class LastOutputByChoice {
    private static final long NONE = Long.MIN_VALUE;

    /** An index beyond it is none that was asked for. */
    private static final int MAX_CHOICES = 4_096;

    private long[] last = {NONE};

    /**
     * Takes a chunk with output.
     *
     * @return nanoseconds since the one before of the same answer; -1 where there was none
     */
    public long gapNanos(int choice, long stampNanos) {
        if (choice < 0 || choice >= MAX_CHOICES) {
            return -1;
        }
        if (choice >= last.length) {
            grow(choice + 1);
        }
        long before = last[choice];
        last[choice] = stampNanos;
        return before == NONE ? -1 : stampNanos - before;
    }

    private void grow(int size) {
        int had = last.length;
        last = Arrays.copyOf(last, size);
        Arrays.fill(last, had, size, NONE);
    }

    /** Whether an answer other than the first had output. */
    boolean hasSeveralChoices() {
        return last.length > 1;
    }

    /** Takes over what another one knows. */
    void copyFrom(LastOutputByChoice other) {
        if (last.length != other.last.length) {
            last = new long[other.last.length];
        }
        System.arraycopy(other.last, 0, last, 0, last.length);
    }

    /** Per answer, by its index: from that moment to its last output, nanoseconds; -1 where it had none. */
    List<Long> nanosSince(long fromNanos) {
        return Arrays.stream(last)
                .map(stamp -> stamp == NONE ? -1 : stamp - fromNanos)
                .boxed()
                .toList();
    }
}
