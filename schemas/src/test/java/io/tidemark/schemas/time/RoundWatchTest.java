package io.tidemark.schemas.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RoundWatchTest {
    private final AtomicLong now = new AtomicLong(-7);
    private final RoundWatch watch = new RoundWatch(now::get);

    @Test
    void aRoundThatDoesNotEndIsToldAfterAMinuteAndForgottenOnceItHasEnded() {
        watch.begin();
        now.addAndGet(RoundWatch.STUCK_AFTER.toNanos() - 1);
        assertThat(watch.stuck()).isEmpty();

        now.addAndGet(15_000_000_001L);
        assertThat(watch.stuck()).contains("no progress: it has worked on one batch of records for 75 s");

        watch.end();
        assertThat(watch.stuck()).isEmpty();
    }

    @Test
    void aLoopThatWaitsIsNotStuckHoweverLongNothingComes() {
        watch.begin();
        watch.end();
        now.addAndGet(10 * RoundWatch.STUCK_AFTER.toNanos());

        assertThat(watch.stuck()).isEmpty();
    }
}
