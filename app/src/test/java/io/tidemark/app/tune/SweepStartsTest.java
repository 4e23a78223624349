package io.tidemark.app.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.app.tune.measure.Measurement;
import io.tidemark.events.TrialState;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.reports.compare.SweepSchedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SweepStartsTest {
    private static final Measurement NONE = (phase, labels) -> {
        throw new AssertionError("nothing is measured here");
    };

    private static SweepStarts starts(List<PhasePlan> phases, int blocks) {
        return Trials.sweep(phases, blocks, NONE);
    }

    @Test
    void allStartsAreMadeInTheirOrderAndFailedOnesAmongThem() {
        SweepStarts sweep = starts(Trials.phases(64, 128), 2);
        List<String> made = new ArrayList<>();
        while (sweep.next().isPresent()) {
            PlannedStart start = sweep.next().orElseThrow();
            made.add(start.number() + " " + start.phase().name());
            sweep.ended(
                    start.phase().name().equals("seqs-64")
                            ? Trials.infeasible(start, "OUT_OF_MEMORY")
                            : Trials.measured(start, 2, 3));
        }
        assertThat(made)
                .containsExactly("1 default", "2 seqs-64", "3 seqs-128", "4 default", "5 seqs-64", "6 seqs-128");
        assertThat(sweep.conclusion().failed()).isFalse();
        assertThat(sweep.conclusion().description()).isEqualTo("all 6 starts are over");
        assertThat(sweep.left()).isZero();
    }

    @Test
    void whatIsLeftIsExpectedFirstAndMeasuredThen() {
        SweepStarts sweep = starts(Trials.phases(64), 2);
        assertThat(sweep.left()).isEqualTo(Duration.ofMinutes(20));
        sweep.ended(Trials.measured(sweep.next().orElseThrow(), 2, 3));
        assertThat(sweep.left()).isEqualTo(Duration.ofMinutes(33));
    }

    @Test
    void threeFailuresOfOneCauseInARowEndItOnceEachPhaseWasTriedAndOneOfThemHadWorked() {
        SweepStarts sweep = starts(Trials.phases(1, 2, 3), 3);
        sweep.ended(Trials.measured(sweep.next().orElseThrow(), 2, 3));
        sweep.ended(Trials.infeasible(sweep.next().orElseThrow(), "BAD_FLAG"));
        sweep.ended(Trials.measured(sweep.next().orElseThrow(), 2, 3));
        sweep.ended(Trials.measured(sweep.next().orElseThrow(), 2, 3));
        sweep.ended(Trials.measured(sweep.next().orElseThrow(), 2, 3));
        sweep.ended(Trials.infeasible(sweep.next().orElseThrow(), "PORT_IN_USE"));
        sweep.ended(Trials.infeasible(sweep.next().orElseThrow(), "PORT_IN_USE"));
        assertThat(sweep.next()).isPresent();
        sweep.ended(Trials.infeasible(sweep.next().orElseThrow(), "PORT_IN_USE"));
        assertThat(sweep.next()).isEmpty();
        assertThat(sweep.conclusion().failed()).isTrue();
        assertThat(sweep.conclusion().description())
                .isEqualTo("3 starts in a row failed by the same cause (PORT_IN_USE): words of PORT_IN_USE");
    }

    /** Three that need more memory than there is are results; the default beside them works. */
    @Test
    void configurationsThatNeverWorkedDoNotEndItForThoseThatDo() {
        SweepStarts sweep = starts(Trials.phases(1, 2, 3), 2);
        int made = 0;
        while (sweep.next().isPresent()) {
            PlannedStart start = sweep.next().orElseThrow();
            sweep.ended(
                    start.phase().name().equals("default")
                            ? Trials.measured(start, 2, 3)
                            : Trials.infeasible(start, "OUT_OF_MEMORY"));
            made++;
        }

        assertThat(made).isEqualTo(8);
        assertThat(sweep.conclusion().failed()).isFalse();
    }

    @Test
    void failuresOfOneCauseDoNotEndItWhileAPhaseIsUntried() {
        SweepStarts sweep = starts(Trials.phases(1, 2, 3, 4), 1);
        sweep.ended(Trials.measured(sweep.next().orElseThrow(), 2, 3));
        for (int i = 0; i < 3; i++) {
            sweep.ended(Trials.infeasible(sweep.next().orElseThrow(), "PORT_IN_USE"));
        }

        assertThat(sweep.next()).map(start -> start.phase().name()).contains("seqs-4");
        sweep.ended(Trials.measured(sweep.next().orElseThrow(), 2, 3));
        assertThat(sweep.conclusion().failed()).isFalse();
    }

    @Test
    void differentMistakesUnderOneWordAreNoStreak() {
        SweepStarts sweep = starts(Trials.phases(1, 2, 3), 3);
        for (int i = 0; i < 5; i++) {
            sweep.ended(Trials.measured(sweep.next().orElseThrow(), 2, 3));
        }
        sweep.ended(exited(sweep, "exit status 1; its last line: no package a"));
        sweep.ended(exited(sweep, "exit status 1; its last line: no package b"));
        sweep.ended(exited(sweep, "exit status 2; its last line: not a number"));

        assertThat(sweep.next()).map(start -> start.phase().name()).contains("default");
    }

    @Test
    void numbersInTheWordsDoNotMakeThemDiffer() {
        SweepStarts sweep = starts(Trials.phases(1, 2, 3), 2);
        for (int i = 0; i < 5; i++) {
            sweep.ended(Trials.measured(sweep.next().orElseThrow(), 2, 3));
        }
        sweep.ended(exited(sweep, "exit status 1; its last line: [pid 17] no space"));
        sweep.ended(exited(sweep, "exit status 1; its last line: [pid 204] no space"));
        sweep.ended(exited(sweep, "exit status 1; its last line: [pid 3021] no space"));

        assertThat(sweep.conclusion().description())
                .startsWith("3 starts in a row")
                .contains("pid 3021");
    }

    /** Planned with 10 minutes a start, 50 minutes hold two of four configurations twice. A start takes 3, so 38 are left. */
    @Test
    void whatABudgetCutComesBackInTimeThatIsLeft() {
        List<PhasePlan> phases = Trials.phases(1, 2, 3);
        SweepSchedule cut =
                SweepSchedule.within(Duration.ofMinutes(50), Trials.design(phases, 2), phase -> Duration.ofMinutes(10));
        assertThat(cut.starts()).hasSize(4);
        SweepStarts sweep = new SweepStarts(cut, phase -> Duration.ofMinutes(10), Trials.starts(phases, NONE));
        String drawn = sweep.schedule();
        List<String> made = new ArrayList<>();
        while (sweep.next().isPresent()) {
            PlannedStart start = sweep.next().orElseThrow();
            assertThat(start.number()).isEqualTo(made.size() + 1);
            made.add(start.phase().name());
            sweep.ended(Trials.measured(start, Duration.ofMinutes(3)));
        }

        assertThat(made).hasSize(10).contains("default", "seqs-1", "seqs-2", "seqs-3");
        assertThat(made.subList(4, 10)).contains("default");
        assertThat(sweep.conclusion().description())
                .isEqualTo("all 10 starts are over, the last 6 of them in time that the budget had left");
        assertThat(sweep.planned()).isEqualTo(10);
        assertThat(sweep.schedule())
                .as("a tune that goes on has the same order")
                .isEqualTo(drawn);
    }

    @Test
    void aConfigurationThatOnlyFailedIsNotStartedAgainAndWhatStaysOutIsNamed() {
        List<PhasePlan> phases = Trials.phases(1);
        SweepSchedule cut =
                SweepSchedule.within(Duration.ofMinutes(50), Trials.design(phases, 3), phase -> Duration.ofMinutes(10));
        SweepStarts sweep = new SweepStarts(cut, phase -> Duration.ofMinutes(10), Trials.starts(phases, NONE));
        int made = 0;
        while (sweep.next().isPresent()) {
            PlannedStart start = sweep.next().orElseThrow();
            sweep.ended(
                    start.phase().name().equals("default")
                            ? Trials.measured(start, Duration.ofMinutes(3))
                            : Trials.infeasible(start, "OUT_OF_MEMORY"));
            made++;
        }

        assertThat(made).isEqualTo(cut.starts().size());
        assertThat(sweep.conclusion().description()).isEqualTo("all " + made + " starts are over");
    }

    @Test
    void startsThatTookTheWholeBudgetLeaveConfigurationsOut() {
        List<PhasePlan> phases = Trials.phases(1, 2);
        SweepSchedule cut =
                SweepSchedule.within(Duration.ofMinutes(50), Trials.design(phases, 2), phase -> Duration.ofMinutes(10));
        SweepStarts sweep = new SweepStarts(cut, phase -> Duration.ofMinutes(10), Trials.starts(phases, NONE));
        while (sweep.next().isPresent()) {
            sweep.ended(Trials.measured(sweep.next().orElseThrow(), Duration.ofMinutes(12)));
        }

        assertThat(sweep.conclusion().description())
                .isEqualTo("all 4 starts are over; not measured within the budget: "
                        + cut.dropped().get(0));
    }

    private static TrialState exited(SweepStarts sweep, String description) {
        return Trials.infeasible(sweep.next().orElseThrow(), "EXITED_EARLY", description);
    }

    @Test
    void otherCausesInARowAreResults() {
        SweepStarts sweep = starts(Trials.phases(1, 2, 3), 1);
        sweep.ended(Trials.measured(sweep.next().orElseThrow(), 2, 3));
        sweep.ended(Trials.infeasible(sweep.next().orElseThrow(), "BAD_FLAG"));
        sweep.ended(Trials.infeasible(sweep.next().orElseThrow(), "OUT_OF_MEMORY"));
        sweep.ended(Trials.infeasible(sweep.next().orElseThrow(), "BAD_FLAG"));
        assertThat(sweep.conclusion().failed()).isFalse();
    }

    @Test
    void aFailedDefaultEndsItAtOnce() {
        SweepStarts sweep = starts(Trials.phases(1, 2), 1);
        sweep.ended(Trials.infeasible(sweep.next().orElseThrow(), "MODEL_NOT_FOUND"));
        assertThat(sweep.next()).isEmpty();
        assertThat(sweep.conclusion().description())
                .isEqualTo("the default failed (MODEL_NOT_FOUND): words of MODEL_NOT_FOUND");
    }

    @Test
    void aJournalOfAnotherOrderIsRefused() {
        SweepStarts sweep = starts(Trials.phases(1, 2), 1);
        PlannedStart other = new PlannedStart(1, 1, "sweep", Trials.phases(7).get(1), NONE);
        assertThatThrownBy(() -> sweep.ended(Trials.measured(other, 1, 2)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("seqs-7");
    }
}
