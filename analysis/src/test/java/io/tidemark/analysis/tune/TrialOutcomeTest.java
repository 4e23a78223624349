package io.tidemark.analysis.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.analysis.search.LoadInterval;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class TrialOutcomeTest {
    private static final OptionalDouble NONE = OptionalDouble.empty();
    private static final LoadInterval UNKNOWN = interval(NONE, NONE);
    private static final Optional<TrialOutcome.Measured> NO_ESTIMATE = Optional.empty();

    @Test
    void withoutAModelAnIntervalIsItsMiddleAndItsWidth() {
        Optional<TrialOutcome> outcome =
                TrialOutcome.of(interval(OptionalDouble.of(8), OptionalDouble.of(12.5)), NO_ESTIMATE);

        TrialOutcome.Measured measured = (TrialOutcome.Measured) outcome.orElseThrow();
        assertThat(measured.value()).isCloseTo(10, within(1e-9));
        assertThat(measured.relativeError()).isCloseTo(Math.log(12.5 / 8) / 3.92, within(1e-9));
    }

    @Test
    void anIntervalWithOneEndIsABound() {
        assertThat(TrialOutcome.of(interval(NONE, OptionalDouble.of(5)), NO_ESTIMATE))
                .contains(new TrialOutcome.Bound(5, TrialOutcome.Side.BELOW));
        assertThat(TrialOutcome.of(interval(OptionalDouble.of(5), NONE), NO_ESTIMATE))
                .contains(new TrialOutcome.Bound(5, TrialOutcome.Side.ABOVE));
    }

    @Test
    void theEstimateOfAModelGoesFirstWhereItsErrorIsSmall() {
        Optional<TrialOutcome.Measured> estimate = Optional.of(new TrialOutcome.Measured(4.2, 0.1));

        assertThat(TrialOutcome.of(interval(OptionalDouble.of(1), OptionalDouble.of(5)), estimate))
                .contains(new TrialOutcome.Measured(4.2, 0.1));
        assertThat(TrialOutcome.of(interval(NONE, OptionalDouble.of(5)), estimate))
                .contains(new TrialOutcome.Measured(4.2, 0.1));
        assertThat(TrialOutcome.of(UNKNOWN, estimate)).contains(new TrialOutcome.Measured(4.2, 0.1));
    }

    @Test
    void anEstimateWithALargeErrorTellsLessThanAnEnd() {
        Optional<TrialOutcome.Measured> estimate = Optional.of(new TrialOutcome.Measured(4.2, 0.5));

        assertThat(TrialOutcome.of(interval(NONE, OptionalDouble.of(5)), estimate))
                .contains(new TrialOutcome.Bound(5, TrialOutcome.Side.BELOW));
        assertThat(TrialOutcome.of(UNKNOWN, estimate)).isEmpty();
    }

    @Test
    void anIntervalWithoutAnEndIsNothing() {
        assertThat(TrialOutcome.of(UNKNOWN, NO_ESTIMATE)).isEmpty();
    }

    private static LoadInterval interval(OptionalDouble low, OptionalDouble high) {
        return new LoadInterval(low, high, true);
    }
}
