package io.tidemark.streams.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SequenceSetTest {
    private static final long PAGE = 4_096;

    private final SequenceSet set = new SequenceSet();

    @Test
    void thePagesAreWalkedOnceForAnyNumberOfBoundsUntilTheSetChanges() {
        for (long page = 0; page < 1_024; page++) {
            set.add(page * PAGE, page * PAGE);
        }
        assertThat(set.uncountedPages()).isEqualTo(1_024);
        assertThat(set.countBelow(1L << 47)).isEqualTo(1_024);
        assertThat(set.uncountedPages()).isZero();
        for (long page = 0; page < 1_024; page++) {
            assertThat(set.countBelow(page * PAGE)).isEqualTo(page);
            assertThat(set.countBelow(page * PAGE + 1)).isEqualTo(page + 1);
        }
        assertThat(set.dropBelow(0)).isZero();
        assertThat(set.uncountedPages()).isZero();

        assertThat(set.dropBelow(3 * PAGE + 1)).isEqualTo(4);
        assertThat(set.countBelow(5 * PAGE)).isEqualTo(1);
        set.add(0, 1);
        assertThat(set.countBelow(5 * PAGE)).isEqualTo(3);
    }
}
