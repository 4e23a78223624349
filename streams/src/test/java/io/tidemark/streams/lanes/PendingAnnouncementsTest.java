package io.tidemark.streams.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.streams.wire.WireWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PendingAnnouncementsTest {
    private final CountedLaneEvents tokenBatches = new CountedLaneEvents();
    private final CountedLaneEvents requests = new CountedLaneEvents();
    private final PendingAnnouncements announcements = new PendingAnnouncements(tokenBatches, requests);

    /** One request a second; the announcement of a second holds those up to it. */
    private static Announcement second(long second, long lost, long heardMillis, long ageMillis) {
        Announcement.Events none = new Announcement.Events(0, 0, 0);
        Announcement.Events some = new Announcement.Events(second + 1, second + 1 - lost, lost);
        return new Announcement(second, none, some, 0, 0, false, heardMillis, ageMillis);
    }

    private void came(long first, long last, long nowMillis) {
        SequenceRanges numbers = new SequenceRanges();
        for (long number = first; number <= last; number++) {
            numbers.add(number);
        }
        CountedLaneEvents.NewEvents came =
                requests.add(new LaneProgress.Events(numbers, new SequenceRanges()), (from, through) -> {});
        announcements.onEvents(new CountedLaneEvents.NewEvents(Long.MAX_VALUE), came, nowMillis);
    }

    private long over(long nowMillis) {
        Optional<Announcement> over = announcements.takeCompleted(nowMillis);
        over.ifPresent(said -> requests.settleBelow(said.requests().next()));
        return over.map(Announcement::throughSecond).orElse(-1L);
    }

    @Test
    void anAnnouncementIsOverWhenEachOfItsNumbersCameHoweverManyLaterOnesDid() {
        announcements.add(second(9, 0, 0, 0));
        came(0, 8, 0);
        came(10, 30, 0);
        assertThat(over(1)).isEqualTo(-1);
        came(9, 9, 2);
        assertThat(over(2)).isEqualTo(9);
    }

    @Test
    void whatTheLaneCallsLostIsNotWaitedForAndNothingElseIsTakenForIt() {
        announcements.add(second(9, 1, 0, 0));
        came(0, 4, 0);
        came(7, 9, 0);
        assertThat(over(1)).as("two are open, one is lost").isEqualTo(-1);
        came(6, 6, 2);
        assertThat(over(2)).isEqualTo(9);
        announcements.add(second(19, 1, 3, 0)); // the same loss
        came(10, 18, 3);
        assertThat(over(4)).as("19 is under way").isEqualTo(-1);
    }

    @Test
    void theGraceBeginsAnewWithEachRecordThatWasWaitedFor() {
        announcements.add(second(9, 0, 0, 0));
        came(20, 20, 0);
        for (long number = 0; number < 9; number++) {
            assertThat(over(number * 20_000)).isEqualTo(-1);
            came(number, number, number * 20_000);
        }
        assertThat(over(8 * 20_000 + 29_999)).isEqualTo(-1);
        assertThat(over(8 * 20_000 + 30_000)).isEqualTo(9);
    }

    /** The streams were away for an hour and have read the lane's heartbeats before its requests. */
    @Test
    void aBacklogIsWaitedForAsLongAsTheStreamsWereAway() {
        announcements.add(second(9, 0, 0, 3_600_000));
        assertThat(over(3_599_999)).isEqualTo(-1);
        came(20, 20, 3_599_999);
        assertThat(over(3_600_000))
                .as("a later record was read, and the last earlier one long ago")
                .isEqualTo(9);
    }

    /** Of each something is lost, and more than that is missing: none ends the look at those after it. */
    @Test
    void eachIsLookedAtOnceUntilEventsComeOrItsTimeIsUp() {
        for (long second = 10; second < 620; second++) {
            announcements.add(second(second, 1, 0, 0));
            assertThat(announcements.unexamined(0)).isEqualTo(1);
            assertThat(over(0)).isEqualTo(-1);
        }
        assertThat(announcements.unexamined(29_999)).isZero();
        assertThat(announcements.unexamined(30_000)).isEqualTo(600);

        came(0, 0, 1);
        assertThat(announcements.unexamined(1)).isEqualTo(600);
        assertThat(over(1)).isEqualTo(-1);
        assertThat(announcements.unexamined(30_000)).isZero();
        assertThat(over(30_001)).isEqualTo(619);
    }

    @Test
    void whatIsGivenUpWithAnEarlierOneIsNotWaitedForWithALaterOne() {
        announcements.add(second(9, 0, 0, 0));
        announcements.add(second(19, 0, 20_000, 0));
        came(10, 19, 20_000);
        assertThat(over(29_999)).isEqualTo(-1);
        assertThat(over(30_000)).isEqualTo(9);
        assertThat(over(30_000)).isEqualTo(19);
    }

    @Test
    void ofMoreThanThereIsRoomForThoseThatStayAreSpreadOut() {
        for (long second = 0; second < 604_800; second++) {
            announcements.add(second(second, 0, 0, 3_600_000));
        }
        WireWriter out = new WireWriter();
        announcements.write(out);
        assertThat(out.toBytes()).hasSizeLessThan(20_000);
        List<Long> overs = new ArrayList<>();
        for (long second = 0; second < 604_800; second += 100) {
            came(second, second + 99, 1);
            long over = over(1);
            if (over >= 0) {
                overs.add(over);
            }
        }
        assertThat(overs).hasSizeBetween(250, 600);
        long widest = 0;
        for (int i = 1; i < overs.size(); i++) {
            widest = Math.max(widest, overs.get(i) - overs.get(i - 1));
        }
        assertThat(widest).as("seconds that are settled in one go").isLessThan(604_800 / 100);
        assertThat(overs.get(overs.size() - 1)).isEqualTo(604_799);
    }
}
