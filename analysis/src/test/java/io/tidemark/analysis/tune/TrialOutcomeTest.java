package io.tidemark.analysis.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.analysis.search.LoadInterval;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class TrialOutcomeTest {
    private static final OptionalDouble NONE = OptionalDouble.empty();

    @Test
    void anIntervalIsItsMiddleAndItsWidth() {
        TrialOutcome outcome = TrialOutcome.of(interval(OptionalDouble.of(8), OptionalDouble.of(12.5)));

        TrialOutcome.Measured measured = (TrialOutcome.Measured) outcome;
        assertThat(measured.value()).isCloseTo(10, within(1e-9));
        assertThat(measured.relativeError()).isCloseTo(Math.log(12.5 / 8) / 3.92, within(1e-9));
    }

    @Test
    void anIntervalWithOneEndIsABound() {
        assertThat(TrialOutcome.of(interval(NONE, OptionalDouble.of(5))))
                .isEqualTo(new TrialOutcome.Bound(5, TrialOutcome.Side.BELOW));
        assertThat(TrialOutcome.of(interval(OptionalDouble.of(5), NONE)))
                .isEqualTo(new TrialOutcome.Bound(5, TrialOutcome.Side.ABOVE));
    }

    @Test
    void anIntervalWithoutAnEndIsNothing() {
        assertThatThrownBy(() -> TrialOutcome.of(interval(NONE, NONE)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no end of its interval");
    }

    private static LoadInterval interval(OptionalDouble low, OptionalDouble high) {
        return new LoadInterval(low, high, true);
    }
}
