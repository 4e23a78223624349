package io.tidemark.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.BurnRule;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a budget and its rules must keep, whoever asks: one in a hundred may be bad, over an hour. */
class ErrorBudgetTest {
    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    private static BurnRule.Builder rule() {
        return BurnRule.newBuilder().setBurn(10).setLongSeconds(600).setShortSeconds(50);
    }

    private static ObjectiveState.Builder objective(BurnRule... rules) {
        return ObjectiveState.newBuilder()
                .setName("ttft")
                .setKind(ObjectiveKind.QUANTILE)
                .setQuantile(0.99)
                .setPeriodSeconds(3600)
                .setBurnRules(List.of(rules));
    }

    private static void assertRefused(UnaryOperator<BurnRule.Builder> change, String said) {
        BurnRule broken = change.apply(rule()).build();
        assertThat(ErrorBudget.problems(objective(rule().build(), broken).build()))
                .singleElement()
                .asString()
                .startsWith("burn-rate rule '" + ErrorBudget.description(broken) + "' of 'ttft' ")
                .endsWith(said);
    }

    @Test
    void aRuleThatFitsHasNoProblem() {
        assertThat(ErrorBudget.problems(objective(rule().build()).build())).isEmpty();
        assertThat(ErrorBudget.problems(objective().setPeriodSeconds(0).build()))
                .as("no budget at all")
                .isEmpty();
    }

    @Test
    void aRuleMustBeAbleToFireAndToEnd() {
        assertRefused(
                rule -> rule.setBurn(101),
                "can never fire: with 1 % allowed, the budget burns at 100x if every request is bad");
        assertRefused(rule -> rule.setBurn(0), "must have a burn rate > 0");
        assertRefused(rule -> rule.setBurn(Double.NaN), "must have a burn rate > 0");
        assertRefused(
                rule -> rule.setLongSeconds(11).setShortSeconds(1),
                "must have a long window of 12 s or more but has 11s, of a period of 1h");
        assertRefused(rule -> rule.setLongSeconds(3601), "must not look back for longer than the period of 1h");
        assertRefused(rule -> rule.setShortSeconds(600), "must have a short window that is shorter than the long one");
        assertRefused(rule -> rule.setShortSeconds(0), "must have a short window that is shorter than the long one");
        assertRefused(rule -> rule.setForSeconds(-1), "must have for >= 0s but has -1s");
        assertRefused(rule -> rule.setClearRatio(0), "must have clear_at in (0 %, 100 %] but has 0.0 as a share");
        assertRefused(rule -> rule.setClearAfter(0), "must have clear >= 1 but has 0");
    }

    @Test
    void thereMustBeABudgetToBurn() {
        assertThat(ErrorBudget.problems(objective(rule().build())
                        .setKind(ObjectiveKind.ERROR_RATIO)
                        .setMaxBadRatio(0)
                        .build()))
                .containsExactly(
                        "burn-rate rule 'page 10x over 10m/50s' of 'ttft' has no budget to burn: no request may be"
                                + " bad");
        assertThat(ErrorBudget.problems(objective(rule().build())
                        .setKind(ObjectiveKind.ERROR_RATIO)
                        .setMaxBadRatio(Double.POSITIVE_INFINITY)
                        .build()))
                .singleElement()
                .asString()
                .contains("can never fire");
    }

    private static List<BurnRule> rules(int many) {
        return IntStream.rangeClosed(1, many)
                .mapToObj(burn -> rule().setBurn(burn).build())
                .toList();
    }

    @Test
    void aRuleIsNotGivenTwiceWhateverItsEndIs() {
        assertThat(ErrorBudget.problems(
                        objective(rule().build(), rule().setForSeconds(30).build())
                                .build()))
                .containsExactly("burn-rate rule 'page 10x over 10m/50s' of 'ttft' is given twice: rules must differ in"
                        + " severity, rate or windows");
    }

    @Test
    void sixteenRulesAreKeptAndSeventeenAreNot() {
        assertThat(ErrorBudget.problems(objective().setBurnRules(rules(16)).build()))
                .isEmpty();
        assertThat(ErrorBudget.problems(objective().setBurnRules(rules(17)).build()))
                .containsExactly("burn-rate rules of 'ttft' must be at most 16 but were 17");
    }

    @Test
    void aPeriodIsNinetyDaysAtMost() {
        assertThat(ErrorBudget.problems(
                        objective().setPeriodSeconds(90 * 86_400).build()))
                .isEmpty();
        assertThat(ErrorBudget.problems(
                        objective().setPeriodSeconds(90 * 86_400 + 1).build()))
                .containsExactly("period of 'ttft' must be in [0s, 90d] but was 7776001s");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0s",
        "90, 1m30s",
        "280, 4m40s",
        "3360, 56m",
        "8640, 2h24m",
        "86400, 24h",
        "129600, 36h",
        "241920, 67h12m",
        "259200, 3d",
        "3601, 1h1s"
    })
    void aTimeIsSaidAsPeopleSayIt(long seconds, String description) {
        assertThat(ErrorBudget.duration(seconds)).isEqualTo(description);
    }

    @Test
    void aRuleIsSaidAsItIsWritten() {
        assertThat(ErrorBudget.description(rule().setBurn(14.4).build())).isEqualTo("page 14.4x over 10m/50s");
        assertThat(ErrorBudget.description(rule().setBurn(0.0001).build()))
                .as("no exponent: no rule can be written with one")
                .isEqualTo("page 0.0001x over 10m/50s");
    }
}
