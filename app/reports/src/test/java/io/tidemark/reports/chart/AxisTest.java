package io.tidemark.reports.chart;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AxisTest {

    @Test
    void beginsAtZeroWhenValuesAreNear() {
        Axis axis = Axis.logIfWide("TTFT (ms)", 20, 100);

        assertThat(axis.from()).isZero();
        assertThat(axis.scale()).isEqualTo(Axis.Scale.LINEAR);
        assertThat(axis.to()).isBetween(100.0, 120.0);
    }

    @Test
    void isLogarithmicAndSaysSoWhenValuesSpanAFactorOfThirty() {
        Axis axis = Axis.logIfWide("TTFT (ms)", 20, 600);

        assertThat(axis.scale()).isEqualTo(Axis.Scale.LOG);
        assertThat(axis.label()).isEqualTo("TTFT (ms, log)");
        assertThat(axis.from()).isPositive().isLessThan(20);
    }

    @Test
    void valuesThatAreUnboundedOrMissingDoNotStretchIt() {
        assertThat(Axis.logIfWide("x", 20, 100, Double.POSITIVE_INFINITY, Double.NaN)
                        .to())
                .isLessThan(120);
        assertThat(Axis.logIfWide("x").to()).isPositive();
    }
}
