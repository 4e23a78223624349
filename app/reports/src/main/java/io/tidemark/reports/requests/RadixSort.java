package io.tidemark.reports.requests;

import java.util.Arrays;

/**
 * Puts numbers >= 0 in order by their digits, least significant first (Knuth, The Art of Computer Programming 3, 5.2.5): a million latencies
 * take four passes, a tenth of what comparing takes before the optimizing compiler has seen it. Stateless.
 */
final class RadixSort {
    private static final int DIGIT_BITS = 11;
    private static final int DIGITS = 1 << DIGIT_BITS;
    /** Fewer are sorted sooner by comparing. */
    private static final int FEW = 4_096;

    private RadixSort() {}

    /** In order, in this array or in another of the same length. Falls back on comparing where a number is below 0. */
    static long[] sorted(long... values) {
        long bits = 0;
        for (long value : values) {
            bits |= value;
        }
        if (values.length < FEW || bits < 0) {
            Arrays.sort(values);
            return values;
        }
        long[] from = values;
        long[] to = new long[values.length];
        for (int shift = 0; shift < Long.SIZE && bits >> shift != 0; shift += DIGIT_BITS) {
            pass(from, to, shift);
            long[] next = from;
            from = to;
            to = next;
        }
        return from;
    }

    private static void pass(long[] from, long[] to, int shift) {
        int[] places = new int[DIGITS + 1];
        for (long value : from) {
            places[digit(value, shift) + 1]++;
        }
        for (int digit = 0; digit < DIGITS; digit++) {
            places[digit + 1] += places[digit];
        }
        for (long value : from) {
            to[places[digit(value, shift)]++] = value;
        }
    }

    private static int digit(long value, int shift) {
        return (int) (value >> shift) & (DIGITS - 1);
    }
}
