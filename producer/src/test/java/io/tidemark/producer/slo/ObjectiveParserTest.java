package io.tidemark.producer.slo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectiveParserTest {
    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    @Test
    void aQuantileHasItsMetricLimitWindowAndPatience() {
        ObjectiveState objective = ObjectiveParser.parse("ttft_due p95 < 250ms over 10s for 5s");

        assertThat(objective.getName()).isEqualTo("ttft_due p95 < 250ms over 10s for 5s");
        assertThat(objective.getKind()).isEqualTo(ObjectiveKind.QUANTILE);
        assertThat(objective.getMetric()).isEqualTo(MetricName.TTFT_DUE);
        assertThat(objective.getQuantile()).isEqualTo(0.95, within(1e-12));
        assertThat(objective.getLimitNanos()).isEqualTo(250_000_000L);
        assertThat(objective.getWindowSeconds()).isEqualTo(10);
        assertThat(objective.getForSeconds()).isEqualTo(5);
    }

    @Test
    void errorsAreAShare() {
        ObjectiveState objective = ObjectiveParser.parse("errors < 1%");

        assertThat(objective.getKind()).isEqualTo(ObjectiveKind.ERROR_RATIO);
        assertThat(objective.getMaxBadRatio()).isEqualTo(0.01, within(1e-12));
        assertThat(objective.getWindowSeconds()).isEqualTo(60);
    }

    @Test
    void goodRequestsKeepEveryLimit() {
        ObjectiveState objective = ObjectiveParser.parse("good(ttft_due <= 250ms, tpot <= 20ms) >= 95% over 5m");

        assertThat(objective.getKind()).isEqualTo(ObjectiveKind.GOOD_RATIO);
        assertThat(objective.getGoodLimitsNanos()).isEqualTo(Map.of("TTFT_DUE", 250_000_000L, "TPOT", 20_000_000L));
        assertThat(objective.getMaxBadRatio()).isEqualTo(0.05, within(1e-12));
        assertThat(objective.getWindowSeconds()).isEqualTo(300);
    }

    @Test
    void optionsComeInAnyOrder() {
        ObjectiveState objective = ObjectiveParser.parse("itl p99.9 <= 1.5s class chat min 20 clear 30s");

        assertThat(objective.getQuantile()).isEqualTo(0.999, within(1e-12));
        assertThat(objective.getLimitNanos()).isEqualTo(1_500_000_000L);
        assertThat(objective.getRequestClass()).isEqualTo("chat");
        assertThat(objective.getMinCount()).isEqualTo(20);
        assertThat(objective.getClearSeconds()).isEqualTo(30);
    }

    @Test
    void aBreachOpensBeyondChanceAndClosesWithPatience() {
        ObjectiveState objective =
                ObjectiveParser.parse("errors < 1% level 5% firing 1m clear_at 80% clear 20s flapping 3/10m");

        assertThat(objective.getLevel()).isEqualTo(0.05, within(1e-12));
        assertThat(objective.getMinFiringSeconds()).isEqualTo(60);
        assertThat(objective.getClearRatio()).isEqualTo(0.8, within(1e-12));
        assertThat(objective.getClearSeconds()).isEqualTo(20);
        assertThat(objective.getFlapChanges()).isEqualTo(3);
        assertThat(objective.getFlapSeconds()).isEqualTo(600);
        assertThat(ObjectiveParser.parse("errors < 1% flapping off").getFlapChanges())
                .isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ttft p0 < 1s               | quantile in (0, 1)",
                "ttft p100 < 1s             | quantile in (0, 1)",
                "latency p95 < 1s           | must name a metric of",
                "ttft p95 < 0ms             | limit > 0",
                "ttft p95 < 5parsecs        | limit > 0",
                "ttft p95 < 1s over 7s      | must be 10s, 1m or 5m",
                "ttft p95 < 1s for 1500ms   | whole seconds",
                "errors < 101%              | percentage in [0, 100]",
                "good(itl < 1s) > 90%       | itl has many"
            })
    void namesTheRuleThatIsBroken(String text, String rule) {
        String expected = rule.equals("must be 10s, 1m or 5m") ? "be 10s, 1m or 5m" : rule;
        assertThatThrownBy(() -> ObjectiveParser.parse(text)).hasMessageContaining(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ttft", "ttft p95 1s", "ttft p95 > 1s", "errors < 1", "good() > 1%", "p95 ttft < 1s"})
    void whatIsNoObjectiveShowsHowOneLooks(String text) {
        assertThatThrownBy(() -> ObjectiveParser.parse(text)).hasMessageContaining("ttft_due p95 < 250ms");
    }
}
