package io.tidemark.sinks.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.RunActivity;
import io.tidemark.sinks.store.read.run.RunKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class LostRunDetectorTest {
    private static final Team TEAM = new Team("perf");
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private final LostRunDetector lostRuns = new LostRunDetector(LIMIT);

    /** How far this process' wall clock is from the broker's. */
    private Duration hostOff = Duration.ZERO;

    @Test
    void aRunIsLostOnceNothingCameForTheLimit() {
        assertThat(lostAt(0, lastHeardAt(0))).isFalse();
        assertThat(lostAt(299, lastHeardAt(0))).isFalse();
        assertThat(lostAt(300, lastHeardAt(0))).isTrue();
    }

    @Test
    void whatComesBeginsTheSilenceAnew() {
        assertThat(lostAt(0, lastHeardAt(0))).isFalse();
        assertThat(lostAt(290, lastHeardAt(285))).isFalse();
        assertThat(lostAt(580, lastHeardAt(285))).isFalse();
        assertThat(lostAt(590, lastHeardAt(285))).isTrue();
    }

    /** A sink that starts an hour after the run was killed need not wait for the limit again. */
    @Test
    void aSilenceThatBeganLongBeforeNeedsAShortLookOnly() {
        assertThat(lostAt(3_600, lastHeardAt(0))).isFalse();
        assertThat(lostAt(3_629, lastHeardAt(0))).isFalse();
        assertThat(lostAt(3_630, lastHeardAt(0))).isTrue();
    }

    @Test
    void aRunThatSpeaksIsNotLostWhateverThisHostsClockSays() {
        hostOff = Duration.ofHours(2);
        for (int second = 0; second < 600; second++) {
            assertThat(lostAt(second, lastHeardAt(second))).isFalse();
        }
        hostOff = Duration.ofHours(-2);
        assertThat(lostAt(600, lastHeardAt(600))).isFalse();
        assertThat(lostAt(900, lastHeardAt(600))).isTrue();
    }

    /** While Kafka or the store are away nothing comes of any run. */
    @Test
    void silenceDoesNotCountWhileItIsNotKnownWhetherThereIsAny() {
        assertThat(lostAt(0, lastHeardAt(0))).isFalse();
        lostRuns.retainOnly(Set.of());
        assertThat(lostAt(310, lastHeardAt(0))).isFalse();
        assertThat(lostAt(325, lastHeardAt(312))).isFalse();
    }

    private boolean lostAt(int second, RunActivity run) {
        return !lostRuns.detect(
                        List.of(run),
                        TEAM,
                        START.plusSeconds(second).plus(hostOff),
                        Duration.ofSeconds(second).toNanos())
                .isEmpty();
    }

    private static RunActivity lastHeardAt(int second) {
        return new RunActivity(new RunKey(TEAM, "run"), START.plusSeconds(second));
    }
}
