package io.tidemark.bench.lag;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Finality;
import java.util.List;
import org.junit.jupiter.api.Test;

class WindowLagsTest {
    private static final long MILLI = 1_000_000;

    @Test
    void aWindowHoldsARequestOnceItsCountReachesThere() {
        // Two requests end in second 100; the first window that could hold them came before the second was counted.
        List<WindowLags.EndedRequest> requests = List.of(ended(100_200), ended(100_900));
        List<WindowLags.ReadWindow> windows = List.of(
                new WindowLags.ReadWindow(101, Finality.PROVISIONAL, 1, 101_050 * MILLI),
                new WindowLags.ReadWindow(102, Finality.PROVISIONAL, 2, 102_050 * MILLI),
                new WindowLags.ReadWindow(101, Finality.FINAL, 2, 102_400 * MILLI));

        WindowLags lags = new WindowLags(requests, windows);

        assertThat(lags.toFirstWindow(0)).containsExactly(850 * MILLI, 1_150 * MILLI);
        assertThat(lags.toFinalWindow(0)).containsExactly(2_200 * MILLI, 1_500 * MILLI);
        assertThat(lags.toFirstWindow(100_500 * MILLI)).containsExactly(1_150 * MILLI);
    }

    @Test
    void aWindowThatBeginsLaterDoesNotHoldARequest() {
        WindowLags lags = new WindowLags(
                List.of(ended(100_200)), List.of(new WindowLags.ReadWindow(111, Finality.FINAL, 5, 111_000 * MILLI)));

        assertThat(lags.toFirstWindow(0)).isEmpty();
    }

    private static WindowLags.EndedRequest ended(long millis) {
        return new WindowLags.EndedRequest(millis * MILLI, 0);
    }
}
