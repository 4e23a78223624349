package io.tidemark.schemas.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class HangDetectorTest {
    private static final Duration LOOK = Duration.ofMillis(50);

    private final AtomicLong now =
            new AtomicLong(Long.MAX_VALUE - Duration.ofSeconds(3).toNanos());
    private final HangDetector work = new HangDetector("the sweep", now::get);

    /** Looks so often, each a pause after the one before. */
    private void look(long times, Duration pause) {
        LongStream.range(0, times).forEach(at -> {
            now.addAndGet(pause.toNanos());
            work.hang();
        });
    }

    @Test
    void aRoundThatTakesTenSecondsHangs() {
        work.round(() -> {
            look(200, LOOK); // the first finds that it has begun
            assertThat(work.hang()).isEmpty();
            look(1, LOOK);
            assertThat(work.hang()).contains("the sweep hung: one round lasted over 10 s");
        });
    }

    @Test
    void manyRoundsThatTakeTenSecondsTogetherDoNot() {
        for (int n = 0; n < 10; n++) {
            work.round(() -> look(199, LOOK));
        }

        assertThat(work.hang()).isEmpty();
    }

    @Test
    void aPauseBetweenRoundsDoesNot() {
        work.round(() -> {});
        look(1_000, LOOK);

        assertThat(work.hang()).isEmpty();
    }

    @Test
    void whatHungIsToldThoughItEndedAtLast() {
        work.round(() -> look(201, LOOK));
        work.round(() -> {});

        assertThat(work.hang()).contains("the sweep hung: one round lasted over 10 s");
    }

    @Test
    void whoLooksSeldomBecauseTheMachineIsStarvedBlamesNothing() {
        work.round(() -> look(1_000, Duration.ofMillis(251)));

        assertThat(work.hang()).isEmpty();
    }

    @Test
    void aMachineThatSleptInTheMiddleOfARoundBlamesNothing() {
        work.round(() -> {
            look(100, LOOK);
            look(1, Duration.ofHours(8));
            look(100, LOOK);
            assertThat(work.hang())
                    .as("5 s before its sleep and less than 5 s after it")
                    .isEmpty();
        });
    }

    @Test
    void theTimeOfAWaitCountsFromItsBeginning() {
        work.begin();
        look(201, LOOK);

        assertThat(work.hang()).isPresent();
    }
}
