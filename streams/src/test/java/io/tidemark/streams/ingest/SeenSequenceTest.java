package io.tidemark.streams.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SeenSequenceTest {
    private final SeenSequence seen = new SeenSequence(new SeenSequence.Room(DuplicateFilter.MAX_GAPS));

    @Test
    void aNumberIsNewOnceInWhateverOrder() {
        SplittableRandom random = new SplittableRandom(1);
        Set<Long> offered = new HashSet<>();
        for (long highest = 0; highest < 20_000; highest += random.nextInt(5)) {
            long number = Math.max(0, highest - random.nextInt(1000));
            assertThat(seen.isNew(number)).isEqualTo(offered.add(number));
        }
    }

    @Test
    void aNumberIsNewHoweverLateItComes() {
        assertThat(seen.isNew(0)).isTrue();
        for (long number = 2; number < 100_000; number++) {
            assertThat(seen.isNew(number)).isTrue();
        }
        assertThat(seen.isNew(1)).isTrue();
        assertThat(seen.isNew(1)).isFalse();
        assertThat(seen.isNew(0)).isFalse();
        assertThat(seen.isNew(50_000)).isFalse();
    }

    @Test
    void beyondSoManyGapsTheOldestNumbersAreForgotten() {
        for (long gap = 0; gap <= SeenSequence.MAX_GAPS + 1; gap++) {
            assertThat(seen.isNew(2 * gap)).isTrue();
        }
        assertThat(seen.isNew(0)).isTrue();
        assertThat(seen.isNew(4)).isFalse();
        assertThat(seen.isNew(2L * SeenSequence.MAX_GAPS)).isFalse();
    }
}
