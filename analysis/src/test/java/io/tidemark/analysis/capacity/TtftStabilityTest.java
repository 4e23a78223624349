package io.tidemark.analysis.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TtftStabilityTest {
    private static TtftStability.At at(double load, double p50Millis, double p95Millis) {
        return new TtftStability.At(load, p50Millis * 1e6, p95Millis * 1e6);
    }

    /** The rows are the examples of the vllm-bench scenario repository, then its limits. */
    @ParameterizedTest
    @CsvSource({
        "16, 135, 210, STABLE",
        "32, 160, 280, ACCEPTABLE",
        "16, 450, 890, UNSTABLE",
        "32, 1200, 2500, SEVERE",
        "32, 170, 200, ACCEPTABLE",
        "32, 170.1, 200, UNSTABLE",
        "32, 120, 359, ACCEPTABLE",
        "32, 120, 360, UNSTABLE",
        "32, 70, 180, ACCEPTABLE",
        "32, 69.9, 180, UNSTABLE",
    })
    void followsTheExamples(double load, double p50Millis, double p95Millis, TtftStability expected) {
        assertThat(TtftStability.of(at(8, 120, 180), at(load, p50Millis, p95Millis)))
                .isEqualTo(expected);
    }

    @Test
    void beyondFourTimesTheLoadP95MayGrowAsItsSquareRoot() {
        assertThat(TtftStability.of(at(8, 120, 180), at(128, 130, 180 * 3.9))).isEqualTo(TtftStability.ACCEPTABLE);
        assertThat(TtftStability.of(at(8, 120, 180), at(128, 130, 180 * 4.0))).isEqualTo(TtftStability.UNSTABLE);
    }

    @Test
    void aTtftOfNothingIsRefused() {
        assertThatThrownBy(() -> at(8, 0, 180)).hasMessageContaining("must be > 0");
    }
}
