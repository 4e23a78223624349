package io.tidemark.reports.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.reports.chart.JFreeChartBuilder.DecadeAxis;
import org.junit.jupiter.api.Test;

class DecadeAxisTest {

    @Test
    void ticksAreAtOneTwoAndFiveOfEachDecade() {
        assertThat(DecadeAxis.values(150, 6_000)).containsExactly(200.0, 500.0, 1000.0, 2000.0, 5000.0);
    }

    @Test
    void overFourDecadesTicksAreAtDecadesOnly() {
        assertThat(DecadeAxis.values(0.5, 20_000)).containsExactly(1.0, 10.0, 100.0, 1000.0, 10000.0);
    }
}
