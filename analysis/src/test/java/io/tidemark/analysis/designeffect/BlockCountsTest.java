package io.tidemark.analysis.designeffect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class BlockCountsTest {
    private static final long MINUTE = 60_000_000_000L;

    @Test
    void requestsThatAreBadByTheBlockTellAsLittleAsBlocks() {
        // share 0.5; each block is 5 off: 4 * 25 * 4/3 / 40^2 = 0.08333, against 0.25 / 40 = 0.00625
        assertThat(alternating(4).designEffect()).hasValueCloseTo(13.333, within(0.001));
    }

    @Test
    void blocksThatAreAllAlikeVaryLessThanIndependentRequestsWould() {
        assertThat(blocks(new long[] {10, 10, 10}, new long[] {5, 5, 5}).designEffect())
                .hasValue(0);
    }

    @Test
    void blocksOfUnequalSizeAreWeighedByTheirRequests() {
        // share 3/10; off by 2 - 0.3 * 4 = 0.8, 1 - 0.3 * 6 = -0.8: 2 * 0.64 * 2 / 100 = 0.0256, against 0.21 / 10
        assertThat(blocks(new long[] {4, 6}, new long[] {2, 1}).designEffect()).hasValueCloseTo(1.219, within(0.001));
    }

    @Test
    void whereNoneIsBadOrAllAreThereIsNoDesignEffect() {
        assertThat(blocks(new long[] {10, 10}, new long[2]).designEffect()).isEmpty();
        assertThat(blocks(new long[] {10, 10}, new long[] {10, 10}).designEffect())
                .isEmpty();
    }

    @Test
    void joinedBlocksLeaveOutTheRest() {
        BlockCounts joined =
                blocks(new long[] {1, 2, 3, 4, 5}, new long[] {1, 0, 1, 0, 5}).atLeast(MINUTE + 1);

        assertThat(joined).hasToString("Blocks(2 x 120000000000 ns: 2 bad of 10)");
    }

    @Test
    void theLowEndIsStudentsOverBlocks() {
        // 0.5 - t(3 df, 97.5 %) * sqrt(0.08333) = 0.5 - 3.18245 * 0.288675
        assertThat(alternating(4).lowShare(0.975)).isEqualTo(-0.41870, within(1e-4));
    }

    @Test
    void moreBadRequestsThanRequestsAreRefused() {
        assertThatThrownBy(() -> blocks(new long[] {1}, new long[] {2}))
                .hasMessage("a block has more bad requests than requests: [2] of [1]");
    }

    private static BlockCounts blocks(long[] counts, long[] bad) {
        return new BlockCounts(MINUTE, counts, bad);
    }

    /** Ten requests a minute, all bad in every other one. */
    static BlockCounts alternating(int size) {
        long[] counts = new long[size];
        long[] bad = new long[size];
        for (int i = 0; i < size; i++) {
            counts[i] = 10;
            bad[i] = i % 2 == 0 ? 10 : 0;
        }
        return blocks(counts, bad);
    }
}
