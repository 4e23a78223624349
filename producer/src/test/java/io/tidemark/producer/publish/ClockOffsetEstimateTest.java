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
    void aBrokerBehindHasANegativeOffset() {
        // No time there and back; the broker said 7 ms before we sent: 6.5 ms behind, give or take its half
        // millisecond.
        estimate.acknowledged(SENT, SENT, SENT.toEpochMilli() - 7);

        assertThat(estimate.offset()).hasValue(new ClockOffset(-6_500_000, 500_000));
    }

    @Test
    void aClockThatWasSetIsBelievedAtOnce() {
        estimate.acknowledged(SENT, SENT.plusMillis(4), SENT.toEpochMilli());
        // -1.5 +- 2.5 and 16.5 +- 20.5 ms have values in common, and the tighter one holds; 22.5 +- 20.5 ms is too far
        // off.
        estimate.acknowledged(SENT, SENT.plusMillis(40), SENT.toEpochMilli() + 36);
        assertThat(estimate.offset()).hasValue(new ClockOffset(-1_500_000, 2_500_000));

        estimate.acknowledged(SENT, SENT.plusMillis(40), SENT.toEpochMilli() + 42);
        assertThat(estimate.offset()).hasValue(new ClockOffset(22_500_000, 20_500_000));
    }

    @Test
    void whatWasReceivedBeforeItWasSentSaysNothing() {
        estimate.acknowledged(SENT, SENT.minusMillis(1), SENT.toEpochMilli());

        assertThat(estimate.offset()).isEmpty();
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
