package io.tidemark.producer.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScrapeLoopTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void theNextScrapeIsAnIntervalAfterTheLastWasDue() {
        assertThat(ScrapeLoop.pauseNanos(0, SECOND / 4, SECOND)).isEqualTo(3 * SECOND / 4);
    }

    @Test
    void whatAStalledPageMissedIsNotCaughtUpWith() {
        // Due at 0, done at 7.25 s: the next is due at 8 s, not seven at once.
        assertThat(ScrapeLoop.pauseNanos(0, 29 * SECOND / 4, SECOND)).isEqualTo(3 * SECOND / 4);
    }

    @Test
    void aMonotonicClockMayBeNegative() {
        assertThat(ScrapeLoop.pauseNanos(-5 * SECOND, -9 * SECOND / 2, SECOND)).isEqualTo(SECOND / 2);
    }
}
