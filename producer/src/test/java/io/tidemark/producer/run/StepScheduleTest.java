package io.tidemark.producer.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.events.StepPart;
import io.tidemark.producer.arrivals.Arrivals;
import io.tidemark.producer.arrivals.ConstantArrivals;
import io.tidemark.producer.plan.ArrivalPlan;
import io.tidemark.producer.plan.Load;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.StepPlan.Counting;
import io.tidemark.producer.plan.StepPlan.Extent;
import io.tidemark.producer.plan.StepPlan.Lasting;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StepScheduleTest {
    private static StepSchedule at(double rate, int warmUpSeconds, Extent extent, int coolDownSeconds) {
        StepPlan plan = new StepPlan(
                Load.Open.of(new ArrivalPlan.Constant(rate)),
                extent,
                Duration.ofSeconds(warmUpSeconds),
                Duration.ofSeconds(coolDownSeconds));
        return StepSchedule.draw(plan, new ConstantArrivals(rate));
    }

    private static List<StepPart> parts(StepSchedule schedule) {
        return IntStream.range(0, schedule.size()).mapToObj(schedule::part).toList();
    }

    @Test
    void aTimedStepIsHalfOpenAndHasItsPartsInOrder() {
        // 1 per second, due at 0 1 | 2 3 4 | 5
        StepSchedule schedule = at(1, 2, new Lasting(Duration.ofSeconds(3)), 1);

        assertThat(parts(schedule))
                .containsExactly(
                        StepPart.WARM_UP,
                        StepPart.WARM_UP,
                        StepPart.MEASURED,
                        StepPart.MEASURED,
                        StepPart.MEASURED,
                        StepPart.COOL_DOWN);
        assertThat(schedule.measured()).isEqualTo(3);
        assertThat(schedule.drawnPerSecond()).isEqualTo(1, within(1e-9));
    }

    @Test
    void aCountedStepEndsWhereTheNextRequestWouldBeDue() {
        // 2 per second, due at 0 .5 | 1 1.5 2 | 2.5 3
        StepSchedule schedule = at(2, 1, new Counting(3), 1);

        assertThat(parts(schedule))
                .containsExactly(
                        StepPart.WARM_UP,
                        StepPart.WARM_UP,
                        StepPart.MEASURED,
                        StepPart.MEASURED,
                        StepPart.MEASURED,
                        StepPart.COOL_DOWN,
                        StepPart.COOL_DOWN);
        assertThat(schedule.measureUntilNanos()).isEqualTo(2_500_000_000L);
        assertThat(schedule.drawnPerSecond()).isEqualTo(2, within(1e-9));
    }

    @Test
    void arrivalsThatEndLeaveAShorterStep() {
        OptionalLong[] offsets = {OptionalLong.of(5), OptionalLong.of(7), OptionalLong.empty()};
        int[] next = {0};
        Arrivals two = () -> offsets[Math.min(next[0]++, 2)];
        StepPlan plan =
                new StepPlan(Load.Open.of(new ArrivalPlan.Trace(1)), new Counting(10), Duration.ZERO, Duration.ZERO);

        StepSchedule schedule = StepSchedule.draw(plan, two);

        assertThat(schedule.measured()).isEqualTo(2);
        assertThat(schedule.measureUntilNanos()).isEqualTo(8);
    }

    @Test
    void aStepWithoutRequestsHasNoRate() {
        StepSchedule schedule = at(0.1, 1, new Lasting(Duration.ofSeconds(3)), 0);

        assertThat(schedule.measured()).isZero();
        assertThat(schedule.drawnPerSecond()).isZero();
    }
}
