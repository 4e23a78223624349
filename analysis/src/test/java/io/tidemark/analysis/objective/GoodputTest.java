package io.tidemark.analysis.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class GoodputTest {
    /** Clopper and Pearson's interval of 20 bad of 100 is 12.67 to 29.18 %. */
    @Test
    void theIntervalIsThatOfTheShareOfBadRequestsTimesTheRateThatWasDue() {
        Goodput goodput = new Goodput(80, 100, 50);

        assertThat(goodput.perSecond()).isEqualTo(1.6);
        assertThat(goodput.lowPerSecond()).isCloseTo((1 - 0.2918) * 2, within(1e-3));
        assertThat(goodput.highPerSecond()).isCloseTo((1 - 0.1267) * 2, within(1e-3));
    }

    @Test
    void whereNoRequestWasGoodOnlyTheUpperEndIsAboveZero() {
        Goodput goodput = new Goodput(0, 10, 5);

        assertThat(goodput.perSecond()).isZero();
        assertThat(goodput.lowPerSecond()).isZero();
        assertThat(goodput.highPerSecond()).isBetween(0.1, 1.0);
    }

    @Test
    void moreGoodRequestsThanWereDueAreRefused() {
        assertThatThrownBy(() -> new Goodput(3, 2, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("3 of 2");
    }
}
