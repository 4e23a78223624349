package io.tidemark.producer.tally;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.StepPlan.Lasting;
import io.tidemark.producer.plan.load.ArrivalPlan;
import io.tidemark.producer.plan.load.LoadModel;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StepOfferedLoadTest {
    private static StepPlan plan(LoadModel load) {
        return new StepPlan(load, new Lasting(Duration.ofSeconds(10)), Duration.ZERO, Duration.ZERO);
    }

    private static StepPlan trace() {
        return plan(LoadModel.Open.of(new ArrivalPlan.Trace(1)));
    }

    @Test
    void aTraceIsAskedAtTheRateOfItsMeasuredPart() {
        StepOfferedLoad load = StepOfferedLoad.of(trace(), 60, 59, 1_400_000_001L);

        assertThat(load.asked()).isCloseTo(42.86, within(0.01));
        assertThat(load.drawnPerSecond()).hasValue(load.asked());
        assertThat(load.achievedPerSecond().orElseThrow()).isCloseTo(42.14, within(0.01));
    }

    @Test
    void aTraceWithinASecondHasNoRate() {
        assertThat(StepOfferedLoad.of(trace(), 60, 59, 999_999_999)).isEqualTo(StepOfferedLoad.ALL_AT_ONCE);
        assertThat(StepOfferedLoad.of(trace(), 1, 0, 1)).isEqualTo(StepOfferedLoad.ALL_AT_ONCE);
        assertThat(StepOfferedLoad.of(plan(LoadModel.Open.of(new ArrivalPlan.AtOnce(60))), 60, 60, 1))
                .isEqualTo(StepOfferedLoad.ALL_AT_ONCE);
    }

    @Test
    void aRateThatIsAskedStandsHoweverShortTheMeasuredPart() {
        StepOfferedLoad load =
                StepOfferedLoad.of(plan(LoadModel.Open.of(new ArrivalPlan.Constant(100))), 12, 12, 120_000_000);

        assertThat(load.asked()).isEqualTo(100);
        assertThat(load.drawnPerSecond()).hasValue(100);
    }

    @Test
    void oneRequestOfAClosedLoopHasNoRate() {
        StepOfferedLoad load = StepOfferedLoad.of(plan(new LoadModel.Closed(1, Duration.ZERO)), 1, 1, 1);

        assertThat(load.asked()).isEqualTo(1);
        assertThat(load.achievedPerSecond()).isEmpty();
    }
}
