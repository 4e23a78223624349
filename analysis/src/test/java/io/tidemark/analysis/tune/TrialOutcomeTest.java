package io.tidemark.analysis.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.analysis.search.LoadInterval;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class TrialOutcomeTest {
    private static final OptionalDouble NONE = OptionalDouble.empty();
    private static final LoadInterval UNKNOWN = interval(NONE, NONE);

    @Test
    void anIntervalIsItsMiddleAndItsWidth() {
        TrialOutcome outcome = TrialOutcome.of(interval(OptionalDouble.of(8), OptionalDouble.of(12.5)), UNKNOWN);

        TrialOutcome.Measured measured = (TrialOutcome.Measured) outcome;
        assertThat(measured.value()).isCloseTo(10, within(1e-9));
        assertThat(measured.relativeError()).isCloseTo(Math.log(12.5 / 8) / 3.92, within(1e-9));
    }

    @Test
    void anIntervalWithOneEndIsABound() {
        assertThat(TrialOutcome.of(interval(NONE, OptionalDouble.of(5)), UNKNOWN))
                .isEqualTo(new TrialOutcome.Bound(5, TrialOutcome.Side.BELOW));
        assertThat(TrialOutcome.of(interval(OptionalDouble.of(5), NONE), UNKNOWN))
                .isEqualTo(new TrialOutcome.Bound(5, TrialOutcome.Side.ABOVE));
    }

    @Test
    void anIntervalWithOneEndIsTheEstimateWhereThatIsNarrowEnough() {
        LoadInterval held = interval(NONE, OptionalDouble.of(5));

        TrialOutcome estimated = TrialOutcome.of(held, interval(OptionalDouble.of(3), OptionalDouble.of(5)));

        TrialOutcome.Measured measured = (TrialOutcome.Measured) estimated;
        assertThat(measured.value()).isCloseTo(Math.sqrt(15), within(1e-9));
        assertThat(measured.relativeError()).isCloseTo(Math.log(5.0 / 3) / 3.92, within(1e-9));
        assertThat(TrialOutcome.of(held, interval(OptionalDouble.of(1), OptionalDouble.of(5))))
                .isEqualTo(new TrialOutcome.Bound(5, TrialOutcome.Side.BELOW));
        assertThat(TrialOutcome.isKnown(UNKNOWN, interval(OptionalDouble.of(3), OptionalDouble.of(5))))
                .isTrue();
        assertThat(TrialOutcome.isKnown(UNKNOWN, interval(OptionalDouble.of(1), OptionalDouble.of(5))))
                .isFalse();
    }

    @Test
    void anIntervalWithoutAnEndIsNothing() {
        assertThatThrownBy(() -> TrialOutcome.of(UNKNOWN, UNKNOWN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no end of its interval");
    }

    private static LoadInterval interval(OptionalDouble low, OptionalDouble high) {
        return new LoadInterval(low, high, true);
    }
}
