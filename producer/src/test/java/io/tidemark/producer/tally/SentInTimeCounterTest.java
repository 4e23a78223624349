package io.tidemark.producer.tally;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.StepPlan.Counting;
import io.tidemark.producer.plan.StepPlan.Extent;
import io.tidemark.producer.plan.StepPlan.Lasting;
import io.tidemark.producer.plan.load.ArrivalPlan;
import io.tidemark.producer.plan.load.LoadModel;
import io.tidemark.producer.schedule.StepBounds;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SentInTimeCounterTest {
    private static StepBounds bounds(Extent extent) {
        LoadModel load = LoadModel.Open.of(new ArrivalPlan.Constant(1));
        return new StepBounds(new StepPlan(load, extent, Duration.ZERO, Duration.ofSeconds(1)), 0);
    }

    @Test
    void ofATimedStepAllIsKnownAtOnce() {
        SentInTimeCounter stamps = new SentInTimeCounter(bounds(new Lasting(Duration.ofNanos(100))));
        stamps.add(99);
        stamps.add(100);
        stamps.add(250);

        assertThat(stamps.count()).isEqualTo(1);
        assertThat(stamps.undecided()).isZero();
    }

    @Test
    void ofACountedStepAStampIsDecidedWhenTheEndIsKnown() {
        StepBounds bounds = bounds(new Counting(3));
        SentInTimeCounter stamps = new SentInTimeCounter(bounds);
        bounds.classify(10, OptionalLong.of(20));
        stamps.add(10);
        stamps.add(15);
        stamps.add(35);
        assertThat(stamps.count()).isEqualTo(1);
        assertThat(stamps.undecided()).isEqualTo(2);

        bounds.classify(20, OptionalLong.of(30));
        stamps.settle();
        assertThat(stamps.count()).isEqualTo(2);
        assertThat(stamps.undecided()).isEqualTo(1);

        // The third and last is due at 30, the next would be at 40: the measured part is [0, 40).
        bounds.classify(30, OptionalLong.of(40));
        stamps.settle();
        assertThat(stamps.count()).isEqualTo(3);
        assertThat(stamps.undecided()).isZero();
    }

    @Test
    void aStampThatIsTakenBackCountsNoMore() {
        StepBounds bounds = bounds(new Counting(3));
        SentInTimeCounter stamps = new SentInTimeCounter(bounds);
        bounds.classify(10, OptionalLong.of(20));
        stamps.add(10);
        stamps.add(15);
        stamps.add(35);

        stamps.remove(10);
        assertThat(stamps.count()).isZero();
        stamps.remove(35);
        assertThat(stamps.undecided()).isEqualTo(1);
    }

    @Test
    void whatComesAfterTheEndIsForgotten() {
        StepBounds bounds = bounds(new Counting(1));
        SentInTimeCounter stamps = new SentInTimeCounter(bounds);
        stamps.add(50);
        assertThat(stamps.undecided()).isEqualTo(1);

        bounds.classify(10, OptionalLong.of(40));
        stamps.settle();
        assertThat(stamps.count()).isZero();
        assertThat(stamps.undecided()).isZero();
    }
}
