package io.tidemark.reports.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.quantile.QuantileInterval;
import io.tidemark.events.LoadKind;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueFormatTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "0.04321, 0.0432",
        "2.5, 2.5",
        "44.14, 44.1",
        "849.4, 849",
        "999.7, '1,000'",
        "1234, '1,230'",
        "1234567, '1,230,000'",
        "NaN, n/a",
        "Infinity, unbounded"
    })
    void numbersHaveThreeDigits(double value, String text) {
        assertThat(ValueFormat.digits(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"432000, 0.432 ms", "849000000, 849 ms", "9990000000, '9,990 ms'", "12300000000, 12.3 s"})
    void latenciesAreInMillisecondsUpToTenSeconds(double nanos, String text) {
        assertThat(ValueFormat.latency(nanos)).isEqualTo(text);
    }

    @Test
    void anIntervalSharesTheUnitOfItsValue() {
        assertThat(ValueFormat.latency(interval(9_000_000_000L, 8_000_000_000L, 11_000_000_000L)))
                .isEqualTo("9,000 ms (8,000-11,000)");
        assertThat(ValueFormat.latency(interval(10_000_000_000L, 8_000_000_000L, 11_000_000_000L)))
                .isEqualTo("10 s (8-11)");
    }

    @Test
    void anIntervalHasTheDigitsThatTellItsEndsApart() {
        assertThat(ValueFormat.latency(interval(203_100_000L, 202_900_000L, 203_400_000L)))
                .isEqualTo("203.1 ms (202.9-203.4)");
        assertThat(ValueFormat.latency(interval(203_000_000L, 203_000_000L, 203_000_001L)))
                .isEqualTo("203 ms");
        assertThat(ValueFormat.ratio(1.0004, OptionalDouble.of(1.0001), OptionalDouble.of(1.0012)))
                .isEqualTo("1 (1-1.001)");
    }

    @Test
    void anIntervalWithoutAnEndSaysSo() {
        QuantileInterval p99 = new QuantileInterval(
                OptionalLong.of(849_000_000), OptionalLong.of(700_000_000), OptionalLong.empty(), 300);

        assertThat(ValueFormat.latency(p99)).isEqualTo("849 ms (700-unbounded)");
    }

    @Test
    void aQuantileAmongFailuresHasNoFigure() {
        QuantileInterval failed =
                new QuantileInterval(OptionalLong.empty(), OptionalLong.of(1), OptionalLong.empty(), 300);

        assertThat(ValueFormat.latency(failed)).isEqualTo("not reached: too many not ok");
    }

    @ParameterizedTest
    @CsvSource({"0.5, p50", "0.95, p95", "0.999, p99.9"})
    void quantilesAreNamedAsPeopleSayThem(double quantile, String name) {
        assertThat(ValueFormat.quantile(quantile)).isEqualTo(name);
    }

    @Test
    void aLoadIsAsItWasAskedForAndNotRounded() {
        assertThat(ValueFormat.load(LoadKind.CONCURRENCY, 1024)).isEqualTo("1,024 concurrent");
        assertThat(ValueFormat.load(LoadKind.RATE, 12.75)).isEqualTo("12.75 req/s");
        assertThat(ValueFormat.load(LoadKind.RATE, 1024.5)).isEqualTo("1024.5 req/s");
    }

    @Test
    void lengthsAreInSecondsUpToTwoMinutes() {
        assertThat(ValueFormat.length(Duration.ofMillis(14_250))).isEqualTo("14.3 s");
        assertThat(ValueFormat.length(Duration.ofSeconds(150))).isEqualTo("2.5 min");
    }

    private static QuantileInterval interval(long value, long low, long high) {
        return new QuantileInterval(OptionalLong.of(value), OptionalLong.of(low), OptionalLong.of(high), 300);
    }
}
