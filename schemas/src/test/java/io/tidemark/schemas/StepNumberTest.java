package io.tidemark.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StepNumberTest {
    @Test
    void numbersCountFromOneAndIndexesFromZero() {
        assertThat(StepNumber.of(0)).isEqualTo(1);
        assertThat(StepNumber.index(1)).isZero();
        assertThat(StepNumber.index(StepNumber.of(7))).isEqualTo(7);
    }
}
