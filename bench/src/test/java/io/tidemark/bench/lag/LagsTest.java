package io.tidemark.bench.lag;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Finality;
import java.util.List;
import org.junit.jupiter.api.Test;

class LagsTest {
    private static final long MILLI = 1_000_000;

    @Test
    void aWindowHoldsARequestOnceItsCountReachesThere() {
        // Two requests end in second 100; the first window that could hold them came before the second was counted.
        List<RequestTap.Ended> requests = List.of(ended(100_200), ended(100_900));
        List<WindowTap.Seen> windows = List.of(
                new WindowTap.Seen(101, Finality.PROVISIONAL, 1, 101_050 * MILLI),
                new WindowTap.Seen(102, Finality.PROVISIONAL, 2, 102_050 * MILLI),
                new WindowTap.Seen(101, Finality.FINAL, 2, 102_400 * MILLI));

        Lags lags = new Lags(requests, windows);

        assertThat(lags.toAny(0)).containsExactly(850 * MILLI, 1_150 * MILLI);
        assertThat(lags.toFinal(0)).containsExactly(2_200 * MILLI, 1_500 * MILLI);
        assertThat(lags.toAny(100_500 * MILLI)).containsExactly(1_150 * MILLI);
    }

    @Test
    void aWindowThatBeginsLaterDoesNotHoldARequest() {
        Lags lags =
                new Lags(List.of(ended(100_200)), List.of(new WindowTap.Seen(111, Finality.FINAL, 5, 111_000 * MILLI)));

        assertThat(lags.toAny(0)).isEmpty();
    }

    private static RequestTap.Ended ended(long millis) {
        return new RequestTap.Ended(millis * MILLI, 0);
    }
}
