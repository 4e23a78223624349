package io.tidemark.streams.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.streams.wire.WireWriter;
import org.junit.jupiter.api.Test;

class SegmentCountsTest {
    private final SegmentCounts counts = new SegmentCounts();

    @Test
    void aSegmentIsCompleteWhenWhatWasAnnouncedOfItAndThoseBeforeWasCounted() {
        counts.announce(2, 3);
        counts.count(0, 1);
        counts.count(1, 1);
        assertThat(counts.complete()).isZero();
        counts.count(0, 1);
        assertThat(counts.complete()).isEqualTo(2);
    }

    @Test
    void aNewSegmentWithEachRequestTakesNoMoreRoomThanThereIs() {
        for (int segment = 0; segment < 20_000; segment++) {
            counts.count(segment, 1);
            counts.announce(19_999 - segment % 5_000, 1_000_000);
        }
        assertThat(bytes(counts)).isLessThan(64 << 10);
    }

    @Test
    void soDoesANewStepWithEachRequest() {
        LaneSegments lane = new LaneSegments();
        for (int step = 0; step < 10_000; step++) {
            lane.count(step, step, 1);
        }
        WireWriter out = new WireWriter();
        lane.write(out);
        assertThat(out.toBytes()).hasSizeLessThan(4 << 10);
    }

    @Test
    void segmentsFarAheadAreCountedWithTheLastThatIsToldApart() {
        counts.count(0, 1);
        counts.count(90_000, 1);
        counts.announce(1, 1);
        assertThat(counts.complete()).isEqualTo(1);
        counts.announce(SegmentCounts.MAX_AHEAD, 1);
        assertThat(counts.complete()).as("the far one is not of the first").isEqualTo(SegmentCounts.MAX_AHEAD);
        counts.announce(90_001, 2);
        assertThat(counts.complete()).isEqualTo(90_001);
    }

    private static int bytes(SegmentCounts counts) {
        WireWriter out = new WireWriter();
        counts.write(out);
        return out.toBytes().length;
    }
}
