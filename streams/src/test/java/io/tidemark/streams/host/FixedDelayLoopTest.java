package io.tidemark.streams.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Time is counted in milliseconds from the start and passes only in looks and pauses. */
class FixedDelayLoopTest {
    private static final Duration PROMISED = Duration.ofSeconds(30);

    private long nowMillis;
    private long seenMillis = -1;

    /** A look at a hundred teams takes a fraction of a second; the broker may take up to ten seconds for an answer. */
    @ParameterizedTest
    @ValueSource(longs = {0, 300, 3_000, 10_000})
    void aTeamIsSeenWithinThirtySecondsOfItsTopicsWithTheDefaultPause(long lookMillis) {
        SplittableRandom random = new SplittableRandom(lookMillis);
        for (int i = 0; i < 1_000; i++) {
            nowMillis = 0;
            seenMillis = -1;
            long createdMillis = random.nextLong(60_000);
            rounds().run(() -> look(lookMillis, createdMillis), () -> seenMillis >= 0);
            assertThat(Duration.ofMillis(seenMillis - createdMillis)).isBetween(Duration.ZERO, PROMISED);
        }
    }

    /** What is there when a look begins is seen when it ends. */
    private void look(long millis, long createdMillis) {
        boolean there = createdMillis <= nowMillis;
        nowMillis += millis;
        if (there) {
            seenMillis = nowMillis;
        }
    }

    private FixedDelayLoop rounds() {
        return new FixedDelayLoop(
                StreamsOptions.Tuning.defaults().scanEvery(), length -> nowMillis += length.toMillis());
    }
}
