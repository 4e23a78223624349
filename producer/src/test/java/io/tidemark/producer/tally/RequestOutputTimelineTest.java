package io.tidemark.producer.tally;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RequestOutputTimelineTest {
    private static final long START = -700;

    private final RequestOutputTimeline seconds = new RequestOutputTimeline(START);

    private void chunk(double second, int tokens) {
        seconds.add(START + (long) (second * 1e9), tokens);
    }

    private Map<Long, Double> told(int allTokens) {
        Map<Long, Double> told = new LinkedHashMap<>();
        seconds.forEachSecond(allTokens, told::put);
        return told;
    }

    @Test
    void tokensThatTheServerCountedAreInTheSecondTheyCame() {
        chunk(0.2, 2);
        chunk(0.9, 3);
        chunk(1.0, 5);
        chunk(3.5, 1);

        assertThat(seconds.allCounted()).isTrue();
        assertThat(told(11)).containsExactly(entry(0L, 5.0), entry(1L, 5.0), entry(3L, 1.0));
    }

    @Test
    void elseAllTokensAreSpreadEvenlyOverTheChunks() {
        // 4 chunks of 12 tokens: 3 each.
        chunk(0.2, -1);
        chunk(0.4, -1);
        chunk(0.6, 7);
        chunk(2.0, -1);

        assertThat(seconds.allCounted()).isFalse();
        assertThat(told(12)).containsExactly(entry(0L, 9.0), entry(2L, 3.0));
    }

    @Test
    void anAnswerOfManySecondsKeepsThemAll() {
        for (int second = 0; second < 10; second++) {
            chunk(second, 1);
        }

        assertThat(told(10)).hasSize(10).containsEntry(9L, 1.0);
    }

    @Test
    void withoutChunksNothingIsTold() {
        assertThat(seconds.allCounted()).isFalse();
        assertThat(told(5)).isEmpty();
    }
}
