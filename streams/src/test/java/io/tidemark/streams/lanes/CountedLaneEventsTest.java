package io.tidemark.streams.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CountedLaneEventsTest {
    private final List<Long> late = new ArrayList<>();

    private static SequenceRanges ranges(Iterable<Long> numbers) {
        SequenceRanges ranges = new SequenceRanges();
        numbers.forEach(ranges::add);
        return ranges;
    }

    private CountedLaneEvents.NewEvents add(CountedLaneEvents events, Iterable<Long> counted, Iterable<Long> rejected) {
        return events.add(
                new LaneProgress.Events(ranges(counted), ranges(rejected)),
                (first, last) -> LongStream.rangeClosed(first, last).forEach(late::add));
    }

    private static CountedLaneEvents restored(CountedLaneEvents events) {
        WireWriter out = new WireWriter();
        events.write(out);
        return CountedLaneEvents.read(new WireReader(out.toBytes()));
    }

    @Test
    void theLargestNumbersAreCountedAsAnyOther() {
        CountedLaneEvents events = new CountedLaneEvents();
        add(events, List.of(Long.MAX_VALUE - 4_096, Long.MAX_VALUE - 1), List.of(Long.MAX_VALUE));
        assertThat(events.hasCounted(Long.MAX_VALUE - 1, Long.MAX_VALUE - 1)).isTrue();
        assertThat(events.total()).isEqualTo(3);
    }

    /** A lane that announces nothing, and gives each event a page of its own. */
    @Test
    void numbersFarApartTakeNoMoreThanTheirPages() {
        CountedLaneEvents events = new CountedLaneEvents();
        for (long page = 1; page <= 20_000; page++) {
            add(events, List.of(4_096 * page - 1), List.of());
        }
        WireWriter out = new WireWriter();
        events.write(out);
        assertThat(out.sizeBytes()).isLessThan(600_000);
        assertThat(events.settleBelow(4_096L * 20_000)).isEqualTo(4_095L * 20_000);
    }

    @Test
    void whereThereIsNoRoomTheHighestOfNumbersFarApartAreKept() {
        CountedLaneEvents events = new CountedLaneEvents();
        for (long page = 1; page <= 100; page++) {
            add(events, List.of(4_096 * page - 1), List.of());
        }
        assertThat(events.parts()).isEqualTo(100);

        events.shrink();

        assertThat(events.parts()).isEqualTo(4 + 16);
        assertThat(restored(events).hasCounted(4_096 * 100 - 1, 4_096 * 100 - 1))
                .isTrue();
        assertThat(events.settleBelow(4_096L * 100)).isEqualTo(4_095L * 100);
    }

    /** Numbers in any order, some lost, some rejected, settled now and then: against plain sets. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void itSaysWhatASetOfNumbersSays(int seed) {
        Random random = new Random(seed);
        int most = 30_000;
        List<Long> order = new ArrayList<>(LongStream.range(0, most).boxed().toList());
        for (int from = 0; from < most; from += 700) {
            Collections.shuffle(order.subList(from, Math.min(most, from + 700)), random);
        }
        TreeSet<Long> counted = new TreeSet<>();
        TreeSet<Long> rejected = new TreeSet<>();
        long settled = 0;
        long expectedLate = 0;
        CountedLaneEvents events = new CountedLaneEvents();
        for (int at = 0; at < most; ) {
            int size = 1 + random.nextInt(500);
            List<Long> good = new ArrayList<>();
            List<Long> bad = new ArrayList<>();
            for (long number : order.subList(at, Math.min(most, at + size))) {
                int fate = random.nextInt(50);
                if (fate == 0) {
                    continue; // lost
                }
                (fate == 1 ? bad : good).add(number);
                expectedLate += fate != 1 && number < settled ? 1 : 0;
            }
            at += size;
            add(events, good, bad);
            counted.addAll(good);
            rejected.addAll(bad);
            long bound = settled + random.nextInt(900);
            long open = bound
                    - settled
                    - counted.subSet(settled, bound).size()
                    - rejected.subSet(settled, bound).size();
            assertThat(events.gapsBelow(bound)).isEqualTo(open);
            assertThat(events.reaches(bound))
                    .isEqualTo(counted.ceiling(bound) != null || rejected.ceiling(bound) != null);
            if (random.nextInt(3) == 0) {
                assertThat(events.settleBelow(bound))
                        .isEqualTo(open + rejected.subSet(settled, bound).size());
                settled = bound;
            }
            events = random.nextInt(10) == 0 ? restored(events) : events;
        }
        assertThat(late).hasSize((int) expectedLate);
    }

    @Test
    void itTakesRoomForWhatIsNotSettledOnly() {
        CountedLaneEvents events = new CountedLaneEvents();
        for (long number = 0; number < 5_000_000; number++) {
            add(events, List.of(number), List.of());
            if (number % 1_000 == 999) {
                assertThat(events.settleBelow(number + 1)).isZero();
            }
        }
        WireWriter out = new WireWriter();
        events.write(out);
        assertThat(out.toBytes()).hasSizeLessThan(1_100);
    }

    /** Two partitions, of which one is 100,000 records behind. */
    @Test
    void aPartitionThatIsBehindTakesABitForEachRecordOfTheOther() {
        CountedLaneEvents events = new CountedLaneEvents();
        for (long number = 0; number < 200_000; number += 2) {
            add(events, List.of(number), List.of());
        }
        WireWriter out = new WireWriter();
        events.write(out);
        assertThat(out.toBytes()).hasSizeLessThan(200_000 / 8 + 1_000);
        assertThat(events.gapsBelow(200_000)).isEqualTo(100_000);
    }

    /** Some lost, some late, settled now and then, restored now and then: against a plain set. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void itKnowsWhichNumbersItHasCountedAlsoBelowTheSettledOnes(int seed) {
        Random random = new Random(seed);
        int most = 20_000;
        TreeSet<Long> counted = new TreeSet<>();
        CountedLaneEvents events = new CountedLaneEvents();
        for (long from = 0; from < most; from += 250) {
            List<Long> good = new ArrayList<>();
            for (long number = from; number < from + 250; number++) {
                if (random.nextInt(20) != 0) {
                    good.add(number);
                }
            }
            long cameLate = random.nextInt((int) from + 1);
            if (counted.add(cameLate)) {
                add(events, List.of(cameLate), List.of());
            }
            good.removeAll(counted);
            add(events, good, List.of());
            counted.addAll(good);
            var unused = events.settleBelow(from + random.nextInt(250));
            if (random.nextInt(10) == 0) {
                events = restored(events);
            }
        }
        for (long number = 0; number < most + 100; number++) {
            assertThat(events.hasCounted(number, number)).as("%d", number).isEqualTo(counted.contains(number));
        }
        for (int at = 0; at < 5_000; at++) {
            long first = random.nextInt(most);
            long last = first + random.nextInt(60);
            assertThat(events.hasCounted(first, last))
                    .as("%d to %d", first, last)
                    .isEqualTo(LongStream.rangeClosed(first, last).allMatch(counted::contains));
        }
    }

    @Test
    void aRangeThatWasGivenUpAsAWholeIsKeptAsOneHoweverLong() {
        CountedLaneEvents events = new CountedLaneEvents();
        add(events, List.of(0L, 1L), List.of());
        assertThat(events.settleBelow(1L << 40)).isEqualTo((1L << 40) - 2);

        CountedLaneEvents again = restored(events);

        assertThat(again.hasCounted(0, 1)).isTrue();
        assertThat(again.hasCounted(1, 2)).isFalse();
        assertThat(again.hasCounted(1L << 39, 1L << 39)).isFalse();
    }
}
