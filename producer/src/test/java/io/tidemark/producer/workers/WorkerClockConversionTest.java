package io.tidemark.producer.workers;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.producer.publish.ClockOffset;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class WorkerClockConversionTest {
    private static final Instant START = Instant.ofEpochSecond(100);

    private static Optional<ClockOffset> offset(long offsetMillis) {
        return Optional.of(new ClockOffset(offsetMillis * 1_000_000, 2_000_000));
    }

    @Test
    void aClockThatIsAheadOfTheLeadersShowsALaterTime() {
        // The broker is 50 ms ahead of the leader and 20 ms ahead of this lane: this lane is 30 ms ahead of the leader.
        assertThat(WorkerClockConversion.toOwnClock(START, offset(50), offset(20)))
                .isEqualTo(START.plusMillis(30));
    }

    @Test
    void aDifferenceWithinItsErrorIsNoDifference() {
        assertThat(WorkerClockConversion.toOwnClock(START, offset(23), offset(20)))
                .isEqualTo(START);
        assertThat(WorkerClockConversion.toOwnClock(START, Optional.empty(), offset(20)))
                .isEqualTo(START);
    }
}
