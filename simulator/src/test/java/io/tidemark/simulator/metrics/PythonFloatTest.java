package io.tidemark.simulator.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The expected texts are what floatToGoString of prometheus_client 0.26 printed. */
class PythonFloatTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0.0",
        "1, 1.0",
        "-1, -1.0",
        "0.1, 0.1",
        "1e-4, 0.0001",
        "1e-5, 1e-05",
        "2e-3, 0.002",
        "2.5e-7, 2.5e-07",
        "123456, 123456.0",
        "1234567, 1.234567e+06",
        "1e6, 1e+06",
        "1e10, 1e+10",
        "1772028063.25, 1.77202806325e+09",
        "123456789.125, 1.23456789125e+08",
        "1e15, 1e+15",
        "1e16, 1e+16",
        "1e23, 1e+23",
        "0.30000000000000004, 0.30000000000000004",
        "0.7999999999999999, 0.7999999999999999",
        "-1234567.5, -1234567.5",
        "1.7976931348623157e308, 1.7976931348623157e+308",
        "Infinity, +Inf",
        "NaN, NaN"
    })
    void writesNumbersAsPythonDoes(double value, String expected) {
        assertThat(PythonFloat.of(value)).isEqualTo(expected);
    }
}
