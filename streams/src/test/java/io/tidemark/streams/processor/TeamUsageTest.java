package io.tidemark.streams.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.schemas.TeamLimit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TeamUsageTest {
    private static final long MIB = 1 << 20;

    /** {@code admin topics create --partitions}: as many tasks compare. */
    private static final int TASKS = 4;

    /** Heap for each byte of samples and definitions as they are stored: they are objects too. */
    private static final int HEAP_PER_STORED_BYTE = 2;

    @ParameterizedTest
    @ValueSource(longs = {768, 1_024, 4_096})
    void aTeamThatHoldsAllThatItMayLeavesAnEighthOfTheHeap(long heapMib) {
        TeamUsage usage = new TeamUsage(1_000, heapMib * MIB);
        long stored = most(usage, TeamLimit.SAMPLE_BYTES_HELD) + most(usage, TeamLimit.DEFINITION_BYTES);
        long held = most(usage, TeamLimit.STATE_BYTES)
                + HEAP_PER_STORED_BYTE * stored
                + (long) TASKS * TeamLimit.COMPARED_BYTES.most();

        assertThat(held / MIB).isBetween(heapMib / 2, heapMib * 7 / 8);
    }

    /** The largest amount that is not too much. */
    private static long most(TeamUsage usage, TeamLimit limit) {
        long low = 0;
        long high = Long.MAX_VALUE / 2;
        while (low < high) {
            long middle = low + (high - low + 1) / 2;
            if (usage.share().excess(limit, middle).isEmpty()) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }
}
