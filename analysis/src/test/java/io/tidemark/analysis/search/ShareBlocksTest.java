package io.tidemark.analysis.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ShareBlocksTest {
    @Test
    void badOnesThatComeInWholeBlocksCountAsOneEach() {
        // Share 0.5; each of 4 blocks is 5 off its mean: 4 x 25 x 4/3 over 40 x 0.25.
        ShareBlocks bursts = new ShareBlocks(new double[] {10, 10, 10, 10}, new double[] {10, 0, 10, 0});
        assertThat(bursts.designEffect()).isCloseTo(13.333, within(1e-3));
    }

    @Test
    void blocksThatAreAllAlikeHaveNone() {
        ShareBlocks even = new ShareBlocks(new double[] {10, 10}, new double[] {1, 1});
        assertThat(even.designEffect()).isZero();
    }

    @Test
    void withoutABadOneNothingIsSaidOfIt() {
        assertThat(new ShareBlocks(new double[] {10, 10}, new double[] {0, 0}).designEffect())
                .isNaN();
    }

    @Test
    void theSlowestAreThoseThatMayBeBad() {
        UseBlocks uses = new UseBlocks();
        for (int i = 0; i < 100; i++) {
            uses.add(i / 50, i < 5 ? 0.9 : 0.1);
        }
        assertThat(uses.bad(2, 1).badRequests()).isZero();
        assertThat(uses.mostUsing(0.05, 2, 1).bad()).containsExactly(5, 0);
    }

    @Test
    void theLimitItselfIsGoodAndWhatIsNotOkIsBad() {
        UseBlocks uses = new UseBlocks();
        uses.add(0, 1.0);
        uses.add(0, 1.0001);
        uses.add(0, Double.POSITIVE_INFINITY);
        uses.add(0, Double.NaN);
        assertThat(uses.bad(1, 1).requests()).isEqualTo(3);
        assertThat(uses.bad(1, 1).badRequests()).isEqualTo(2);
    }
}
