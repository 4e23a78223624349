package io.tidemark.schemas.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PollTimeoutTest {
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final PollTimeout timeout = new PollTimeout(nanos::get);

    @Test
    void aPollIsShortForTenSecondsAfterTheLastRecordAndThenLonger() {
        assertThat(timeout.next()).isEqualTo(Duration.ofMillis(100));
        pass(Duration.ofSeconds(9));
        timeout.onActivity();
        pass(Duration.ofSeconds(10).minusNanos(1));
        assertThat(timeout.next()).isEqualTo(Duration.ofMillis(100));

        pass(Duration.ofNanos(1));
        assertThat(timeout.next()).isEqualTo(Duration.ofSeconds(1));
        assertThat(timeout.nextMillis()).isEqualTo(1_000);
    }

    @Test
    void aRecordMakesPollsShortAgain() {
        pass(Duration.ofHours(1));
        timeout.onActivity();

        assertThat(timeout.next()).isEqualTo(Duration.ofMillis(100));
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
