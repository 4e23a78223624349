package io.tidemark.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.events.LoadKind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueTextTest {
    /** The pages of the console are tested by the same cases. */
    private static final Path CASES = Path.of("../app/console/frontend/test/units.json");

    @Test
    void valuesReadAsOnThePagesOfTheConsole() throws IOException {
        JsonNode cases = new ObjectMapper().readTree(CASES.toFile());
        assertThat(cases).hasSize(6);
        requireSame(cases.get("digits"), one -> ValueText.digits(one.get(0).asDouble()));
        requireSame(cases.get("count"), one -> ValueText.count(one.get(0).asLong()));
        requireSame(cases.get("latency"), one -> ValueText.latency(one.get(0).asDouble()));
        requireSame(
                cases.get("duration"),
                one -> ValueText.duration(
                        Duration.ofMillis(Math.round(one.get(0).asDouble() * 1_000))));
        requireSame(cases.get("share"), one -> ValueText.percent(one.get(0).asDouble()));
        requireSame(
                cases.get("load"),
                one -> ValueText.load(
                        LoadKind.valueOf(one.get(0).asText()), one.get(1).asDouble()));
    }

    private static void requireSame(JsonNode cases, Function<JsonNode, String> text) {
        assertThat(cases).isNotEmpty();
        for (JsonNode one : cases) {
            assertThat(text.apply(one)).isEqualTo(one.get(one.size() - 1).asText());
        }
    }

    @ParameterizedTest
    @CsvSource({"NaN, n/a", "Infinity, unbounded"})
    void whatIsNoNumberIsSaid(double value, String text) {
        assertThat(ValueText.digits(value)).isEqualTo(text);
    }

    @Test
    void latenciesBesideEachOtherShareTheUnitOfTheLargest() {
        assertThat(ValueText.latencies(" / ", 392e6, 752e6, 784.4e6)).isEqualTo("392 / 752 / 784 ms");
        assertThat(ValueText.latencies(" -> ", 412e6, 12.3e9)).isEqualTo("0.412 -> 12.3 s");
    }

    @ParameterizedTest
    @CsvSource({"14.2, 14 s", "119, 1 min 59 s", "121, 2 min", "2265, 38 min", "7190, 2 h"})
    void estimatesAreNoMoreExactThanTheyCanBe(double seconds, String text) {
        assertThat(ValueText.estimate(Duration.ofMillis(Math.round(seconds * 1_000))))
                .isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0.5, p50", "0.95, p95", "0.999, p99.9"})
    void quantilesAreNamedAsPeopleSayThem(double quantile, String name) {
        assertThat(ValueText.quantile(quantile)).isEqualTo(name);
    }

    @Test
    void aLoadIsAsItWasAskedForAndAMeasuredRateIsRounded() {
        assertThat(ValueText.load(LoadKind.RATE, 12.754)).isEqualTo("12.754 req/s");
        assertThat(ValueText.rate(12.754)).isEqualTo("12.8 req/s");
    }

    @ParameterizedTest
    @CsvSource({"0.2134, +21.3", "-0.004, -0.4"})
    void changesHaveTheirSign(double share, String text) {
        assertThat(ValueText.change(share)).isEqualTo(text);
    }
}
