package io.tidemark.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WindowGapsTest {
    private static final long SECOND = 1_000_000_000L;

    private final WindowGaps silences = new WindowGaps();

    @Test
    void aSilenceBeginsWithTheLastWindowBeforeTheKill() {
        read("a", 1, 2, 3, 9, 10);
        assertThat(silences.longest(4 * SECOND, 10 * SECOND)).containsExactly(6.0);
    }

    @Test
    void aRunThatHasNoWindowAfterTheKillIsSilentToTheEnd() {
        read("a", 1, 2, 3, 4, 5, 6);
        read("b", 1, 2);
        assertThat(silences.longest(2 * SECOND, 7 * SECOND)).containsExactly(1.0, 5.0);
        assertThat(silences.runsSince(2 * SECOND)).isEqualTo(1);
        assertThat(silences.allSince(2 * SECOND)).isFalse();
    }

    @Test
    void whatWasSilentBeforeTheKillDoesNotCount() {
        read("a", 1, 8, 9, 10);
        assertThat(silences.longest(8 * SECOND, 10 * SECOND)).containsExactly(1.0);
        assertThat(silences.allSince(9 * SECOND)).isTrue();
    }

    @Test
    void nothingReadIsNotAllRead() {
        assertThat(silences.allSince(0)).isFalse();
    }

    private void read(String run, long... seconds) {
        for (long second : seconds) {
            silences.read(run, second * SECOND);
        }
    }
}
