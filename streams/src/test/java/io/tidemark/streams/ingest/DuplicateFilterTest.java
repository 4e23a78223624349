package io.tidemark.streams.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.streams.ingest.DuplicateFilter.EventStream;
import org.junit.jupiter.api.Test;

/** Lanes of which every second number comes, so that each number but the first of a lane makes a gap. */
class DuplicateFilterTest {
    /** As many lanes with all the gaps that one may have take all room. */
    private static final int LANES = DuplicateFilter.MAX_GAPS / SeenSequence.MAX_GAPS;

    private final DuplicateFilter filter = new DuplicateFilter();

    @Test
    void gapsOfAllLanesTogetherAreBounded() {
        takeAllRoom();
        SeenSequence late = lane("late");
        offer(late, 3);
        assertThat(late.isNew(4)).as("the newest number").isFalse();
        assertThat(late.isNew(0)).as("one before a gap that has no room").isTrue();
        assertThat(lane("lane 0").isNew(0)).as("of a lane that came before").isFalse();
    }

    @Test
    void lanesThatAreForgottenGiveTheirRoomBackAndTakeNoneAgain() {
        takeAllRoom();
        SeenSequence forgotten = lane("lane 0");
        for (int lane = 0; lane < DuplicateFilter.MAX_LANES; lane++) {
            lane("unbroken " + lane);
        }
        for (long number = 1; number < 10_000; number++) {
            assertThat(forgotten.isNew(10_000 + 2 * number)).isTrue();
        }
        takeAllRoom();
        for (int lane = 0; lane < LANES; lane++) {
            assertThat(lane("lane " + lane).isNew(0)).isFalse();
        }
    }

    @Test
    void aNewLifeHasAllRoom() {
        takeAllRoom();
        filter.clear();
        takeAllRoom();
        assertThat(lane("lane " + (LANES - 1)).isNew(0)).isFalse();
    }

    private void takeAllRoom() {
        for (int lane = 0; lane < LANES; lane++) {
            offer(lane("lane " + lane), SeenSequence.MAX_GAPS + 1);
        }
    }

    private static void offer(SeenSequence lane, int numbers) {
        for (long number = 0; number < numbers; number++) {
            assertThat(lane.isNew(2 * number)).isTrue();
        }
    }

    private SeenSequence lane(String name) {
        return filter.of(EventStream.REQUESTS, "run", name);
    }
}
