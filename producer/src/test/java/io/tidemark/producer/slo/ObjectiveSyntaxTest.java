package io.tidemark.producer.slo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.events.BurnRule;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.math.BigDecimal;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Objectives and rules written as lines of a plan: what is written is read as the same. */
class ObjectiveSyntaxTest {
    private static final String BY_DEFAULT =
            " for 0s clear 10s min 1 class all clear_at 100% level 1% firing 0s flapping 4/30m";

    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    /** Line by line, whatever it is called. */
    private static ObjectiveState nameless(ObjectiveState objective) {
        return ObjectiveState.newBuilder(objective).setName("").build();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ttft p50 <= 500us            | ttft p50 < 500us over 1m",
                "itl p99.9 < 2.5ms over 10s   | itl p99.9 < 2.5ms over 10s",
                "itl p99 < 0.001us            | itl p99 < 0.001us over 1m",
                "ttft_due p99 < 1000ms        | ttft_due p99 < 1s over 1m",
                "e2e p95 < 90s over 5m        | e2e p95 < 1m30s over 5m",
                "e2e p95 < 1.5s               | e2e p95 < 1.5s over 1m",
                "errors < 0.1%                | errors < 0.1% over 1m",
                "errors < 0%                  | errors < 0% over 1m",
                "good( tpot<=50ms,ttft<=1s)>=99.9% | good(tpot <= 50ms, ttft <= 1s) >= 99.9% over 1m",
            })
    void aLimitIsWrittenExactlyWithEveryOption(String line, String written) {
        assertThat(ObjectiveSyntax.line(ObjectiveSyntax.parse(line))).isEqualTo(written + BY_DEFAULT);
    }

    @Test
    void optionsAreWrittenAsTheyAre() {
        String line = "ttft p99 < 1s over 5m for 1m30s clear 0s min 20 class chat clear_at 87.5% level 0.01% firing 1h"
                + " flapping off";
        assertThat(ObjectiveSyntax.line(ObjectiveSyntax.parse(line))).isEqualTo(line);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ttft_due p95 < 2s over 1m for 5s clear 10s min 20      | ttft_due p95 < 2s",
                "ttft_due  p95<2000ms  for 5s                           | ttft_due p95 < 2s",
                "errors < 2% class chat over 10s level 1% flapping 4/30m | errors < 2% class chat",
                "errors < 2% class over for 5s                          | errors < 2% class over",
                "good(ttft <= 1s) >= 90% clear_at 50% firing 0s flapping off | good(ttft <= 1s) >= 90%",
            })
    void whatIsAskedOfAStepHasNoneOfTheOptionsOfABreach(String line, String asked) {
        assertThat(ObjectiveSyntax.asked(ObjectiveSyntax.parse(line))).isEqualTo(asked);
    }

    @ParameterizedTest
    @ValueSource(strings = {"first token over 10s for chat", "ttft for 5s"})
    void anObjectiveWithANameOfItsOwnIsAskedByThatName(String name) {
        ObjectiveState named = ObjectiveSyntax.parseNamed(name, ObjectiveSyntax.parse("ttft_due p95 < 2s"));
        assertThat(ObjectiveSyntax.asked(named)).isEqualTo(name);
    }

    @ParameterizedTest
    @MethodSource("anyLines")
    void whatIsWrittenIsReadAsTheSame(String line) {
        ObjectiveState objective = ObjectiveSyntax.parse(line);
        ObjectiveState again = ObjectiveSyntax.parse(ObjectiveSyntax.line(objective));
        assertThat(nameless(again)).as(ObjectiveSyntax.line(objective)).isEqualTo(nameless(objective));
    }

    static Stream<String> anyLines() {
        SplittableRandom random = new SplittableRandom(7);
        return Stream.generate(() -> anyLine(random)).limit(300);
    }

    private static String anyLine(SplittableRandom random) {
        String subject = switch (random.nextInt(3)) {
            case 0 -> "tpot p" + anyPercent(random) + " < " + anyLimit(random);
            case 1 -> "errors < " + anyPercent(random) + "%";
            default ->
                "good(ttft <= " + anyLimit(random) + ", e2e <= " + anyLimit(random) + ") >= " + anyPercent(random)
                        + "%";
        };
        return subject + " over " + List.of("10s", "1m", "5m").get(random.nextInt(3)) + " for "
                + random.nextInt(100_000) + "s clear " + random.nextInt(4_000) + "s min " + (1 + random.nextInt(99))
                + " class c" + random.nextInt(9) + " clear_at " + anyPercent(random) + "% level " + anyPercent(random)
                + "% firing " + random.nextInt(500) + "s flapping "
                + (random.nextBoolean() ? "off" : (1 + random.nextInt(9)) + "/" + random.nextInt(9_999) + "s");
    }

    /** In (0, 100), of up to seven digits. */
    private static String anyPercent(SplittableRandom random) {
        int digits = random.nextInt(6);
        long most = 100 * Math.round(Math.pow(10, digits));
        return BigDecimal.valueOf(random.nextLong(1, most), digits).toPlainString();
    }

    private static String anyLimit(SplittableRandom random) {
        String unit = List.of("us", "ms", "s", "m").get(random.nextInt(4));
        return BigDecimal.valueOf(random.nextLong(1, 1_000_000), 3).toPlainString() + unit;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "page 14.4x over 2h24m/12m for 0s clear_at 75% clear 2",
                "ticket 1x over 67h12m/5h36m for 1m30s clear_at 33.3% clear 5",
                "p0 0.5x over 12s/1s for 0s clear_at 100% clear 1",
            })
    void aRuleIsWrittenAsItIsReadToo(String line) {
        BurnRule rule = BurnRateRuleSpec.parse(line).rule();
        assertThat(ObjectiveSyntax.line(rule)).isEqualTo(line);
    }

    @Test
    void aNameHoldsNoSlashForItIsPartOfAKey() {
        ObjectiveState objective = ObjectiveSyntax.parse("errors < 1%");
        assertThat(ObjectiveSyntax.parseNamed("my errors", objective).getName()).isEqualTo("my errors");
        for (String name : new String[] {"a/b", "", " a", "a".repeat(101)}) {
            assertThatThrownBy(() -> ObjectiveSyntax.parseNamed(name, objective))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("must be 1 to 100 characters without '/'");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ttft p99 < 1s for 25000d", "errors < 1% flapping 4/25000d", "errors < 1% clear 0.5s"})
    void timesThatCannotBeKeptAreRefused(String line) {
        assertThatThrownBy(() -> ObjectiveSyntax.parse(line))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("must have whole seconds after over, for, clear, firing and flapping, at most");
    }
}
