package io.tidemark.producer.plan.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.events.BurnRule;
import io.tidemark.events.ObjectiveState;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.slo.BurnRateRuleSpec;
import io.tidemark.producer.yaml.InvalidYamlException;
import io.tidemark.schemas.ErrorBudget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Burn-rate rules in plans: scaled to the period, and checked. */
class BurnRateRulesTest {
    private static Plan plan(String slo) {
        return PlanLoader.parse("""
                experiment: e
                workload: {kind: synthetic, prompt_tokens: 10, output_tokens: 10}
                steps: [{rate: 2, duration: 10m, warm_up: 1m, cool_down: 0s}, {rate: 4, requests: 2400, warm_up: 0s}]
                slo:
                """ + slo.indent(2), "plan.yaml", Path.of("."));
    }

    private static List<String> rules(ObjectiveState objective) {
        return objective.getBurnRules().stream().map(ErrorBudget::description).toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "30d | page 14.4x over 1h/5m, page 6x over 6h/30m, ticket 3x over 24h/2h, ticket 1x over 3d/6h",
                "24h | page 14.4x over 2m/10s, page 6x over 12m/1m, ticket 3x over 48m/4m, ticket 1x over 2h24m/12m",
                "12h | page 14.4x over 1m/5s, page 6x over 6m/30s, ticket 3x over 24m/2m, ticket 1x over 1h12m/6m",
            })
    void theDefaultRulesAreScaledToThePeriod(String period, String rules) {
        ObjectiveState objective = plan("{period: " + period + ", objectives: [ttft_due p99 < 1s]}")
                .objectives()
                .get(0);
        assertThat(String.join(", ", rules(objective))).isEqualTo(rules);
    }

    @Test
    void defaultRulesThatCannotFireAreLeftOutAndThatIsSaid() {
        Plan plan = plan("{period: 24h, objectives: ['good(ttft_due <= 1s) >= 90%']}");
        assertThat(rules(plan.objectives().get(0)))
                .containsExactly("page 6x over 12m/1m", "ticket 3x over 48m/4m", "ticket 1x over 2h24m/12m");
        assertThat(plan.remarks())
                .containsExactly(
                        "burn-rate rule 'page 14.4x over 2m/10s' of 'good(ttft_due <= 1s) >= 90%' can never fire:"
                                + " with 10 % allowed, the budget burns at 10x if every request is bad; left out");
    }

    @Test
    void theTableInTheDocsIsWhatTheDefaultRulesComeTo() throws IOException {
        String table = BurnRateRuleSpec.DEFAULTS.stream()
                .map(rule -> "| " + rule.rule().getSeverity() + " "
                        + ErrorBudget.description(rule.rule()).split(" ", -1)[1] + " | "
                        + Math.round(100 * rule.budgetShare()) + " % | "
                        + Stream.of(30 * 24, 28 * 24, 24, 12)
                                .map(hours -> rule.scaledTo(hours * 3_600L))
                                .map(over -> ErrorBudget.description(over).split(" over ", -1)[1])
                                .collect(Collectors.joining(" | "))
                        + " |\n")
                .collect(Collectors.joining());
        assertThat(table).startsWith("| page 14.4x | 2 % | 1h/5m | 56m/4m40s | 2m/10s | 1m/5s |\n");
        assertThat(Files.readString(Path.of("..", "docs", "reference", "slo.md")))
                .contains(table);
    }

    @Test
    void sixteenRulesAreAcceptedAndSeventeenAreRefusedForTheyWouldNeverBeJudged() {
        String slo = "{period: 1h, objectives: [errors < 1%%], burn: [%s]}";
        String sixteen = IntStream.rangeClosed(1, 16)
                .mapToObj(burn -> "page " + burn + "x over 10m")
                .collect(Collectors.joining(", "));
        assertThat(plan(slo.formatted(sixteen)).objectives().get(0).getBurnRules())
                .hasSize(16);
        assertThatThrownBy(() -> plan(slo.formatted(sixteen + ", page 17x over 10m")))
                .isInstanceOf(InvalidYamlException.class)
                .hasMessageContaining("slo.burn burn-rate rules of 'errors < 1%' must be at most 16 but were 17");
    }

    @Test
    void theSameRuleTwiceIsRefused() {
        assertThatThrownBy(() -> plan(
                        "{period: 1h, objectives: [errors < 1%], burn: [page 2x over 10m, page 2x over 10m for 1m]}"))
                .isInstanceOf(InvalidYamlException.class)
                .hasMessageContaining("is given twice");
    }

    @Test
    void thePeriodOfARunIsThatOfItsLongestStep() {
        Plan plan = plan("{period: run, objectives: [errors < 1%], burn: ['page 10x spends 50%']}");
        // 2 req/s for 10 min after 1 min of warming up: 11 min; 2400 requests at 4/s: 10 min
        assertThat(plan.objectives().get(0).getPeriodSeconds()).isEqualTo(660);
        assertThat(rules(plan.objectives().get(0))).containsExactly("page 10x over 33s/3s");
    }

    @Test
    void aRuleSaysItsWindowsAndWhenItCloses() {
        BurnRule rule =
                plan("{period: 1h, objectives: [errors < 1%], burn: ['warn 2x over 10m/30s for 20s clear_at 50% clear"
                                + " 5']}")
                        .objectives()
                        .get(0)
                        .getBurnRules()
                        .get(0);
        assertThat(ErrorBudget.description(rule)).isEqualTo("warn 2x over 10m/30s");
        assertThat(rule.getForSeconds()).isEqualTo(20);
        assertThat(rule.getClearRatio()).isEqualTo(0.5);
        assertThat(rule.getClearAfter()).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{objectives: [errors < 1%], burn: ['page 2x over 10m']} | slo.burn needs slo.period",
                "{period: 1h, objectives: [errors < 1%], burn: ['page 101x over 10m']} | can never fire: with 1 %"
                        + " allowed",
                "{period: 1h, objectives: [errors < 0%], burn: ['page 2x over 10m']} | has no budget to burn",
                "{period: 1h, objectives: [errors < 1%], burn: ['page 2x over 2h']} | must not look back for longer"
                        + " than the period of 1h",
                "{period: 1m, objectives: [errors < 1%], burn: ['page 14.4x spends 2%']} | must have a long window of"
                        + " 12 s or more",
                "{period: 1h, objectives: [errors < 1%], burn: ['page 2x over 10m/10m']} | must have a short window"
                        + " that is shorter than the long one",
                "{period: 1h, objectives: [errors < 1%], burn: [fast]} | slo.burn[0] must be a burn-rate rule such as",
                "{period: 100d, objectives: [errors < 1%]} | slo.period must be run, or a duration between 1s and 90d",
                "{openslo: none.yaml} | slo.openslo must be a readable file",
            })
    void whatCannotBeIsRefused(String row) {
        String[] parts = row.split(" \\| ", 2);
        assertThatThrownBy(() -> plan(parts[0]))
                .isInstanceOf(InvalidYamlException.class)
                .hasMessageContaining(parts[1]);
    }

    @Test
    void aPlanNamesAFileOfOpenSlo() {
        Plan plan = plan("{openslo: ../deploy/slo/chat.yaml, objectives: [errors < 1%]}");
        assertThat(plan.objectives())
                .extracting(ObjectiveState::getName)
                .containsExactly("errors < 1%", "ttft", "tpot", "goodput");
    }
}
