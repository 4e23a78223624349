package io.tidemark.analysis.search;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LimitUsageBlocksTest {
    @Test
    void theSlowestAreThoseThatMayBeBad() {
        LimitUsageBlocks uses = new LimitUsageBlocks(60);
        for (int i = 0; i < 100; i++) {
            uses.add(i / 50, i < 5 ? 0.9 : 0.1);
        }
        assertThat(uses.bad(2).bad()).isZero();
        assertThat(uses.blocksWithHighestUsage(0.05, 2).bad()).isEqualTo(5);
    }

    @Test
    void theLimitItselfIsGoodAndWhatIsNotOkIsBad() {
        LimitUsageBlocks uses = new LimitUsageBlocks(60);
        uses.add(0, 1.0);
        uses.add(0, 1.0001);
        uses.add(0, Double.POSITIVE_INFINITY);
        uses.add(0, Double.NaN);
        assertThat(uses.bad(1).count()).isEqualTo(3);
        assertThat(uses.bad(1).bad()).isEqualTo(2);
    }
}
