package io.tidemark.schemas.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DaemonThreadsTest {
    @Test
    void roundsGoOnAfterOneThatFailed() throws Exception {
        CountDownLatch failures = new CountDownLatch(2);
        Runnable failing = () -> {
            throw new IllegalStateException("a round fails");
        };
        AutoCloseable rounds = new DaemonThreads("test-rounds")
                .rounds(Duration.ZERO, Duration.ofMillis(1), failing, e -> failures.countDown());
        try {
            assertThat(failures.await(10, TimeUnit.SECONDS)).isTrue();
        } finally {
            rounds.close();
        }
    }
}
