package io.tidemark.bench.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * 100 good requests in a window of 10 s, of which 5 % may be bad, and bad ones after them. By the binomial test 12 or more bad ones of 112 come
 * in 1.04 % of windows in which 5 % fail, 13 or more of 113 in 0.43 %.
 */
final class CrossingMomentTest {
    private static final Instant END = Instant.parse("2026-03-01T10:00:10Z");
    private static final CrossingMoment CROSSING = new CrossingMoment(0.05, 0.01, Duration.ofSeconds(10));

    @Test
    void itIsTheRequestThatMakesTheDifference() {
        List<CrossingMoment.Ended> requests = good(100);
        for (int i = 0; i < 20; i++) {
            requests.add(new CrossingMoment.Ended(END.minusMillis(900 - 10L * i), true));
        }
        assertThat(CROSSING.in(requests, END)).as("the thirteenth").contains(END.minusMillis(780));
    }

    @Test
    void badOnesOfBeforeTheWindowDoNotCount() {
        List<CrossingMoment.Ended> requests = good(100);
        for (int i = 0; i < 20; i++) {
            requests.add(new CrossingMoment.Ended(END.minusSeconds(11), true));
        }
        requests.add(new CrossingMoment.Ended(END.minusMillis(500), true));
        assertThat(CROSSING.in(requests, END)).isEmpty();
    }

    private static List<CrossingMoment.Ended> good(int count) {
        List<CrossingMoment.Ended> requests = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            requests.add(new CrossingMoment.Ended(END.minusMillis(9_900 - 80L * i), false));
        }
        return requests;
    }
}
