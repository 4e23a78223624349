package io.tidemark.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DurationSampleTest {
    @Test
    void quantilesAreAtTheNearestRank() {
        DurationSample spread = DurationSample.of(new long[] {4_000_000, 1_000_000, 3_000_000, 2_000_000});

        assertThat(spread.quantileNanos(0.5)).isEqualTo(2_000_000);
        assertThat(spread.quantileNanos(0.51)).isEqualTo(3_000_000);
        assertThat(spread.millis(1)).isEqualTo("4.000");
        assertThat(spread.ratio(0.5, DurationSample.of(new long[] {1_000_000}))).isEqualTo("2.00");
    }

    @Test
    void tablesLineUp() {
        assertThat(new ResultTable("a", "per s").row("long name", "1").text())
                .isEqualTo("a          per s\nlong name      1");
    }
}
