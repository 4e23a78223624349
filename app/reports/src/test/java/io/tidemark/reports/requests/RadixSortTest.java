package io.tidemark.reports.requests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RadixSortTest {
    private static final long SEED = 11;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 2_048, 1_000_000, 5_000_000_000L, Long.MAX_VALUE})
    void isTheOrderOfComparing(long bound) {
        long[] values = new SplittableRandom(SEED).longs(10_000, 0, bound).toArray();
        long[] expected = values.clone();
        java.util.Arrays.sort(expected);

        assertThat(RadixSort.sorted(values)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100, 10_000})
    void numbersBelowZeroAreSortedToo(int count) {
        long[] values = new SplittableRandom(SEED).longs(count, -1_000, 1_000).toArray();
        assertThat(RadixSort.sorted(values)).isSorted().hasSize(count);
    }
}
