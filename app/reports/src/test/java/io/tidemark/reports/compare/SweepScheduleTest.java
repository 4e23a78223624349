package io.tidemark.reports.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.reports.compare.SweepSchedule.Design;
import io.tidemark.reports.compare.SweepSchedule.PlannedStart;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two hundred configurations in an order that drift cannot favour, also where the night is too short for all of it. */
final class SweepScheduleTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final List<String> PHASES = IntStream.range(0, 200)
            .mapToObj(i -> i == 0 ? "default" : "mns" + i)
            .toList();

    private static Design design(int repeats, long seed) {
        return new Design(PHASES, Set.of("default"), repeats, seed);
    }

    private static SweepSchedule minutes(long minutes, Design design) {
        return SweepSchedule.within(Duration.ofMinutes(minutes), design, phase -> MINUTE);
    }

    @Test
    void everyBlockHasEveryPhaseOnceAndEverySecondIsReversed() {
        SweepSchedule schedule = SweepSchedule.of(design(4, 7), phase -> MINUTE);

        assertThat(schedule.starts())
                .hasSize(800)
                .extracting(PlannedStart::number)
                .isSorted();
        assertThat(schedule.blocks()).isEqualTo(4);
        assertThat(schedule.repeats()).hasSize(200).containsValue(4).doesNotContainValue(3);
        List<PlannedStart> starts = schedule.starts();
        for (int i = 0; i < 200; i++) {
            assertThat(starts.get(200 + i).phase())
                    .isEqualTo(starts.get(199 - i).phase());
            assertThat(starts.get(600 + i).phase())
                    .isEqualTo(starts.get(599 - i).phase());
        }
        assertThat(schedule.total()).isEqualTo(Duration.ofMinutes(800));
    }

    /** A machine that slows by the same amount from run to run: all phases have the same mean place. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aLinearDriftOverTwoHundredPhasesCancelsOutOverTwoBlocks(long seed) {
        Map<String, Integer> places = new HashMap<>();
        SweepSchedule.of(design(2, seed), phase -> MINUTE)
                .starts()
                .forEach(start -> places.merge(start.phase(), start.number(), Integer::sum));

        assertThat(new HashSet<>(places.values())).containsExactly(401);
    }

    /** Over 400 seeds a phase's place in the first block has mean 100.5 with a standard error of 57.7 / 20 = 2.9; 5 of them are 14.4. */
    @Test
    void noPhaseIsFavouredByItsPlaceInThePlan() {
        Map<String, Long> places = new HashMap<>();
        LongStream.range(0, 400)
                .forEach(seed -> SweepSchedule.of(design(1, seed), phase -> MINUTE)
                        .starts()
                        .forEach(start -> places.merge(start.phase(), (long) start.number(), Long::sum)));

        assertThat(places.values()).allSatisfy(sum -> assertThat(sum / 400.0).isBetween(100.5 - 14.4, 100.5 + 14.4));
    }

    @Test
    void aBudgetThatHoldsEverythingCutsNothing() {
        SweepSchedule schedule = minutes(600, design(3, 7));

        assertThat(schedule.isCut()).isFalse();
        assertThat(schedule.cutInWords()).isEmpty();
        assertThat(schedule.starts())
                .isEqualTo(SweepSchedule.of(design(3, 7), phase -> MINUTE).starts());
    }

    /** 500 minutes are two and a half blocks of three. */
    @Test
    void wholeBlocksComeFirstAndThenARandomPartOfOneMore() {
        SweepSchedule schedule = minutes(500, design(3, 7));

        assertThat(schedule.starts()).hasSize(500);
        assertThat(schedule.dropped()).isEmpty();
        assertThat(schedule.repeats()).hasSize(200).containsEntry("default", 3);
        assertThat(schedule.repeats().values()).filteredOn(count -> count == 3).hasSize(100);
        assertThat(schedule.repeats().values()).filteredOn(count -> count == 2).hasSize(100);
        List<String> last = schedule.starts().subList(400, 500).stream()
                .map(PlannedStart::phase)
                .toList();
        List<String> designed = PhaseOrder.randomized(PHASES, 3, 7).blocks().get(2);
        assertThat(last).isEqualTo(designed.stream().filter(last::contains).toList());
        assertThat(schedule.cutInWords())
                .hasValue(
                        "the budget has room for 500 of 600 starts: 100 phases run 2 times and 100, drawn at random, 3 times");
        assertThat(schedule).isEqualTo(minutes(500, design(3, 7))).isNotEqualTo(minutes(500, design(3, 8)));
    }

    /** Of 199 phases 99 are drawn; over 300 seeds each is in 149 with a standard deviation of 8.7; 5 of them are 43. */
    @Test
    void whatRunsOnceMoreIsDrawnFairly() {
        Map<String, Integer> times = new HashMap<>();
        LongStream.range(0, 300)
                .forEach(seed -> minutes(500, design(3, seed)).repeats().forEach((phase, count) -> {
                    if (count == 3) {
                        times.merge(phase, 1, Integer::sum);
                    }
                }));

        assertThat(times.remove("default")).isEqualTo(300);
        assertThat(times.values())
                .hasSize(199)
                .allSatisfy(count -> assertThat(count).isBetween(149 - 43, 149 + 43));
    }

    /** 250 minutes hold one run of each and a quarter: two of each would be 400. */
    @Test
    void ratherFewerPhasesTwiceThanAllOfThemOnce() {
        SweepSchedule schedule = minutes(250, design(3, 7));

        assertThat(schedule.dropped()).hasSize(75).doesNotContain("default");
        assertThat(schedule.repeats()).hasSize(125).containsEntry("default", 2);
        assertThat(schedule.repeats().values()).containsOnly(2);
        assertThat(schedule.cutInWords().orElseThrow())
                .startsWith(
                        "the budget has room for 250 of 600 starts: 125 phases run 2 times each; 75 phases, drawn at random,"
                                + " are not measured: mns");
    }

    @Test
    void phasesThatTakeLongerLeaveRoomForFewer() {
        SweepSchedule schedule = SweepSchedule.within(
                Duration.ofMinutes(25),
                new Design(List.of("default", "slow", "fast"), Set.of("default"), 3, 5),
                phase -> phase.equals("slow") ? Duration.ofMinutes(8) : MINUTE);

        assertThat(schedule.repeats())
                .containsEntry("slow", 2)
                .containsEntry("default", 3)
                .containsEntry("fast", 3);
        assertThat(schedule.total()).isEqualTo(Duration.ofMinutes(22));
    }

    @Test
    void aBudgetWithoutRoomForAComparisonIsRefused() {
        assertThatThrownBy(() -> minutes(3, new Design(List.of("default", "a", "b"), Set.of("default"), 3, 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching("a budget of 3 min must hold 2 runs of default, [ab], which take 4 min");
    }

    /** 13 minutes at 2 a start hold 2 x 3; the starts took 1, so 7 of the 13 are left, which hold 2 x (default and one) and then one block of three. */
    @Test
    void phasesThatWereLeftOutComeBackBesideTheDefaultWhereTimeIsLeft() {
        Design design = new Design(List.of("default", "a", "b", "c"), Set.of("default"), 3, 5);
        SweepSchedule cut = SweepSchedule.within(Duration.ofMinutes(13), design, phase -> Duration.ofMinutes(2));
        assertThat(cut.starts()).hasSize(6);
        String left = cut.dropped().get(0);
        assertThat(cut.dropped()).hasSize(1);

        SweepSchedule more = cut.extended(Duration.ofMinutes(7), phase -> MINUTE, Set.of());

        assertThat(more.starts().subList(0, 6)).isEqualTo(cut.starts());
        assertThat(more.starts().subList(6, 10))
                .extracting(PlannedStart::phase)
                .containsExactlyInAnyOrder("default", left, "default", left);
        assertThat(more.starts()).extracting(PlannedStart::number).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        assertThat(more.starts().subList(6, 10)).extracting(PlannedStart::block).containsExactly(3, 3, 4, 4);
        assertThat(more.dropped()).isEmpty();

        SweepSchedule last = more.extended(Duration.ofMinutes(3), phase -> MINUTE, Set.of());
        assertThat(last.starts()).hasSize(13);
        assertThat(last.starts().get(12).block()).isEqualTo(5);
        assertThat(last.extended(Duration.ofMinutes(1), phase -> MINUTE, Set.of()))
                .as("no default fits beside another run")
                .isEqualTo(last);
    }

    @Test
    void nothingIsAddedToAWholeDesignOrOfPhasesThatAreNotStartedAgain() {
        Design design = new Design(List.of("default", "a", "b"), Set.of("default"), 2, 5);
        SweepSchedule whole = SweepSchedule.within(Duration.ofMinutes(6), design, phase -> MINUTE);
        assertThat(whole.extended(Duration.ofHours(1), phase -> MINUTE, Set.of()))
                .isEqualTo(whole);

        SweepSchedule cut = SweepSchedule.within(Duration.ofMinutes(5), design, phase -> MINUTE);
        String dropped = cut.dropped().get(0);
        assertThat(cut.extended(Duration.ofHours(1), phase -> MINUTE, Set.of(dropped)))
                .isEqualTo(cut);
    }

    /** Whatever the budget and the design, no schedule takes longer than its budget, and adding to it comes to an end. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void whatComesBackFitsIntoTheTimeThatIsLeft(long seed) {
        Design design = new Design(PHASES.subList(0, 12), Set.of("default"), 4, seed);
        Duration budget = Duration.ofMinutes(20 + seed * 7);
        SweepSchedule schedule = SweepSchedule.within(budget, design, phase -> Duration.ofMinutes(2));
        for (int i = 0; i < 48; i++) {
            Duration spent = MINUTE.multipliedBy(schedule.starts().size());
            schedule = schedule.extended(budget.minus(spent), phase -> MINUTE, Set.of());
        }

        assertThat(schedule.starts().size()).isLessThanOrEqualTo((int) budget.toMinutes());
        assertThat(schedule.dropped()).isEmpty();
        assertThat(schedule.extended(budget.minusMinutes(schedule.starts().size()), phase -> MINUTE, Set.of()))
                .isEqualTo(schedule);
        schedule.repeats().forEach((phase, count) -> {
            if (!phase.equals("default")) {
                assertThat(count).as(phase).isBetween(2, 4);
            }
        });
    }
}
