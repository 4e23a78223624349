package io.tidemark.producer.schedule;

import static io.tidemark.events.StepPart.COOL_DOWN;
import static io.tidemark.events.StepPart.MEASURED;
import static io.tidemark.events.StepPart.WARM_UP;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.StepPart;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.StepPlan.Counting;
import io.tidemark.producer.plan.StepPlan.Extent;
import io.tidemark.producer.plan.StepPlan.Lasting;
import io.tidemark.producer.plan.load.ArrivalPlan;
import io.tidemark.producer.plan.load.LoadModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class StepBoundsTest {
    private static final long SECOND = 1_000_000_000;

    private static StepBounds bounds(int warmUpSeconds, Extent extent, int coolDownSeconds) {
        StepPlan plan = new StepPlan(
                LoadModel.Open.of(new ArrivalPlan.Constant(1)),
                extent,
                Duration.ofSeconds(warmUpSeconds),
                Duration.ofSeconds(coolDownSeconds));
        return new StepBounds(plan, 0);
    }

    /** Takes moments until one is refused; each is told of the next. */
    private static List<StepPart> parts(StepBounds bounds, double... dueSeconds) {
        List<StepPart> parts = new ArrayList<>();
        for (int i = 0; i < dueSeconds.length && bounds.admits(nanos(dueSeconds[i])); i++) {
            OptionalLong next =
                    i + 1 < dueSeconds.length ? OptionalLong.of(nanos(dueSeconds[i + 1])) : OptionalLong.empty();
            parts.add(bounds.classify(nanos(dueSeconds[i]), next));
        }
        return parts;
    }

    private static long nanos(double seconds) {
        return (long) (seconds * SECOND);
    }

    @Test
    void aTimedStepIsHalfOpenAndHasItsPartsInOrder() {
        StepBounds bounds = bounds(2, new Lasting(Duration.ofSeconds(3)), 1);

        assertThat(bounds.noStartFromNanos()).isEqualTo(6 * SECOND);
        assertThat(parts(bounds, 0, 1, 2, 3, 4, 5, 6, 7))
                .containsExactly(WARM_UP, WARM_UP, MEASURED, MEASURED, MEASURED, COOL_DOWN);
        assertThat(bounds.measured()).isEqualTo(3);
        assertThat(bounds.measureUntilNanos()).hasValue(5 * SECOND);
    }

    @Test
    void aStepThatIsEndedEarlyMeasuresUntilThenAndHasNoCoolDown() {
        StepBounds bounds = bounds(2, new Lasting(Duration.ofSeconds(30)), 10);
        bounds.classify(nanos(3), OptionalLong.empty());

        bounds.endAt(nanos(5));

        assertThat(bounds.admits(nanos(5))).isFalse();
        assertThat(bounds.measureUntilNanos()).hasValue(5 * SECOND);
        bounds.endAt(nanos(7));
        assertThat(bounds.measureUntilNanos()).as("it has ended already").hasValue(5 * SECOND);
    }

    @Test
    void aRequestIsInTheSegmentOfItsDueTimeCountedFromTheMeasuredPart() {
        StepPlan plan = new StepPlan(
                LoadModel.Open.of(new ArrivalPlan.Constant(1)),
                new Lasting(Duration.ofMinutes(5)),
                Duration.ofSeconds(30),
                Duration.ZERO,
                Duration.ZERO,
                Duration.ofMinutes(2));
        StepBounds bounds = new StepBounds(plan, 0);

        assertThat(bounds.segment(nanos(10))).as("the warm-up").isZero();
        assertThat(bounds.segment(nanos(30))).isZero();
        assertThat(bounds.segment(nanos(150) - 1)).isZero();
        assertThat(bounds.segment(nanos(150))).isEqualTo(1);
        assertThat(bounds.segment(nanos(329))).isEqualTo(2);
    }

    @Test
    void aCountedStepEndsWhereTheNextRequestIsDue() {
        StepBounds bounds = bounds(1, new Counting(3), 1);

        assertThat(parts(bounds, 0, .5, 1, 1.5, 2, 2.5, 3, 3.5, 4))
                .containsExactly(WARM_UP, WARM_UP, MEASURED, MEASURED, MEASURED, COOL_DOWN, COOL_DOWN);
        assertThat(bounds.measureUntilNanos()).hasValue(2_500_000_000L);
        assertThat(bounds.noStartFromNanos()).isEqualTo(3_500_000_000L);
    }

    @Test
    void aCountedStepWithoutCoolDownEndsWithItsLastRequest() {
        StepBounds bounds = bounds(0, new Counting(2), 0);

        assertThat(parts(bounds, 0, 1, 2, 3)).containsExactly(MEASURED, MEASURED);
        assertThat(bounds.measureUntilNanos()).hasValue(2 * SECOND);
    }

    @Test
    void whereTheClockDoesNotSayWhatIsNextTheNextOneThatIsDueEndsTheMeasuredPart() {
        StepBounds bounds = bounds(0, new Counting(2), 1);
        OptionalLong unknown = OptionalLong.empty();
        bounds.classify(0, unknown);
        bounds.classify(SECOND, unknown);
        assertThat(bounds.measureUntilNanos()).isEmpty();
        assertThat(bounds.minMeasureUntilNanos()).isEqualTo(SECOND + 1);

        assertThat(bounds.admits(3 * SECOND)).isTrue();
        assertThat(bounds.classify(3 * SECOND, unknown)).isEqualTo(COOL_DOWN);
        assertThat(bounds.measureUntilNanos()).hasValue(3 * SECOND);
        assertThat(bounds.admits(4 * SECOND)).isFalse();
    }

    @Test
    void arrivalsThatEndLeaveAShorterStep() {
        StepBounds bounds = bounds(0, new Counting(10), 0);

        assertThat(parts(bounds, 5e-9, 7e-9)).containsExactly(MEASURED, MEASURED);
        assertThat(bounds.minMeasureUntilNanos()).isEqualTo(8);
    }

    @Test
    void aLaterTurnIsTakenEvenWhenNothingMoreMayBegin() {
        StepBounds bounds = bounds(0, new Counting(1), 0);
        bounds.classify(0, OptionalLong.empty());

        assertThat(bounds.admits(1)).isFalse();
        assertThat(bounds.classify(1, OptionalLong.empty())).isEqualTo(COOL_DOWN);
        assertThat(bounds.measured()).isEqualTo(1);
    }

    @Test
    void aStepWithoutRequestsHasAnEmptyMeasuredPart() {
        StepBounds bounds = bounds(1, new Counting(3), 0);

        assertThat(bounds.measured()).isZero();
        assertThat(bounds.minMeasureUntilNanos()).isEqualTo(SECOND);
    }
}
