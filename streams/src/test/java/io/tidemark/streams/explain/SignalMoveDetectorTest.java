package io.tidemark.streams.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.signal.CorrelatedSignal;
import io.tidemark.streams.signals.SecondSeries;
import org.junit.jupiter.api.Test;

class SignalMoveDetectorTest {
    private static final BaselineTimes TIMES = new BaselineTimes(0, 60, 90);

    /** 1,000 requests end in each second until 100 fail in second 75, and then one in each second: all seconds but one are without failures. */
    @Test
    void aMoveOfOneSecondHasTheValueOfItsWindow() {
        SecondSeries failed = new SecondSeries(TIMES.span());
        for (int second = 0; second < 90; second++) {
            int fails = second == 75 ? 100 : 0;
            int ends = second < 75 ? 1_000 : Math.max(1, fails);
            failed.add(second, fails, ends);
        }
        assertThat(new SignalMoveDetector(TIMES)
                        .inspect(CorrelatedSignal.FAILED, failed::mean)
                        .move()
                        .orElseThrow()
                        .description())
                .as("100 of 104 in the 5 seconds from it on")
                .isEqualTo("share of requests that failed 0 -> 96.2 %");
    }
}
