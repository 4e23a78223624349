package io.tidemark.streams.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SeenSequenceTest {
    private final SeenSequence seen = new SeenSequence();

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
    void afterALeapOldMarksAreGone() {
        assertThat(seen.isNew(5)).isTrue();
        assertThat(seen.isNew(5L + 10 * SeenSequence.HORIZON)).isTrue();
        assertThat(seen.isNew(6L + 9 * SeenSequence.HORIZON + 100)).isTrue();
    }

    @Test
    void whatIsOlderThanTheHorizonCountsAsSeen() {
        assertThat(seen.isNew(SeenSequence.HORIZON)).isTrue();
        assertThat(seen.isNew(0)).isFalse();
    }
}
