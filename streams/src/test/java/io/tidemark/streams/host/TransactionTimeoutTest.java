package io.tidemark.streams.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TransactionTimeoutTest {
    private final TransactionTimeout pace = new TransactionTimeout();

    @Test
    void oneThatWasLostAfterWhatItMayTakeIsAllowedTwiceAsLong() {
        pace.lost(9_000, 9_000);
        assertThat(pace.allowed()).isEqualTo(Duration.ofSeconds(20));
        assertThat(pace.problem(9_000))
                .contains(
                        "this machine is slow: a transaction of the streams took 9 s and may take 20 s; results are late, none"
                                + " is lost");
        assertThat(pace.problem(70_000)).isEmpty();
    }

    @Test
    void oneThatIsTakenAwaySoonSaysNothingOfTheMachine() {
        pace.lost(3_000, 3_000); // a rebalance
        assertThat(pace.allowed()).isEqualTo(TransactionTimeout.DEFAULT);
        assertThat(pace.problem(3_000)).isEmpty();
    }

    @Test
    void aMachineThatHasRecoveredGoesBackStepByStep() {
        for (int times = 0; times < 10; times++) {
            pace.lost(1_000_000, 0);
        }
        assertThat(pace.allowed()).isEqualTo(TransactionTimeout.MAX);
        long now = 0;
        for (; now < Duration.ofMinutes(9).toMillis(); now += 500) {
            commit(now);
        }
        assertThat(pace.allowed()).isEqualTo(TransactionTimeout.MAX);
        for (; now < Duration.ofHours(2).toMillis(); now += 500) {
            commit(now);
        }
        assertThat(pace.allowed()).isEqualTo(TransactionTimeout.DEFAULT);
    }

    private void commit(long now) {
        pace.committed(400, now + 400);
    }
}
