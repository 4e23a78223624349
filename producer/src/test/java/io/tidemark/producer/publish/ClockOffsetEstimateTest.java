package io.tidemark.producer.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class ClockOffsetEstimateTest {
    private static final Instant SENT = Instant.ofEpochMilli(1_000_000);

    private long nowNanos;
    private final ClockOffsetEstimate estimate = new ClockOffsetEstimate(() -> nowNanos);

    @Test
    void theBrokerReadItsClockBetweenSendAndReceipt() {
        // 4 ms there and back; the broker said 100 ms after we sent: 98.5 ms ahead of the middle, give or take 2.5 ms.
        estimate.acknowledged(SENT, SENT.plusMillis(4), SENT.toEpochMilli() + 100);

        assertThat(estimate.offset()).hasValue(new ClockOffset(98_500_000, 2_500_000));
    }

    @Test
    void theTightestBoundHoldsUntilItIsOld() {
        estimate.acknowledged(SENT, SENT.plusMillis(4), SENT.toEpochMilli());
        estimate.acknowledged(SENT, SENT.plusMillis(40), SENT.toEpochMilli());
        assertThat(estimate.offset().orElseThrow().errorNanos()).isEqualTo(2_500_000);

        nowNanos = 301_000_000_000L;
        estimate.acknowledged(SENT, SENT.plusMillis(40), SENT.toEpochMilli());
        assertThat(estimate.offset().orElseThrow().errorNanos()).isEqualTo(20_500_000);
    }
}
