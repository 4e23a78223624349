package io.tidemark.producer.plan.openslo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.producer.yaml.InvalidYamlException;
import io.tidemark.producer.yaml.YamlProblems;
import io.tidemark.schemas.ErrorBudget;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenSloReaderTest {
    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    private static final String SLO = """
            apiVersion: openslo/v1
            kind: SLO
            metadata:
              name: first-token
              annotations: {tidemark/options: over 5m for 5s}
            spec:
              service: chat
              indicator:
                metadata: {name: ttft}
                spec:
                  thresholdMetric:
                    metricSource: {type: tidemark, spec: {metric: ttft, unit: ms}}
              timeWindow:
                - {duration: 24h, isRolling: true}
              budgetingMethod: Occurrences
              objectives:
                - {op: lte, value: 250, target: 0.995}
              alertPolicies:
                - alertPolicyRef: fast
            ---
            apiVersion: openslo/v1
            kind: AlertPolicy
            metadata: {name: fast}
            spec:
              alertWhenResolved: true
              conditions:
                - kind: AlertCondition
                  metadata:
                    name: page
                    annotations: {tidemark/short-window: 10s, tidemark/clear-at: 50%, tidemark/clear-after: "3"}
                  spec:
                    severity: page
                    condition: {kind: burnrate, op: gte, threshold: 14.4, lookbackWindow: 2m, alertAfter: 30s}
            """;

    private static OpenSloReader.Result read(String text) {
        YamlProblems problems = new YamlProblems();
        OpenSloReader.Result read = OpenSloReader.parse(text, "slo.yaml", problems);
        problems.throwIfAny();
        return read;
    }

    @Test
    void aLatencyThresholdIsAQuantileWithItsBudgetAndRules() {
        OpenSloReader.Result read = read(SLO);
        assertThat(read.remarks()).isEmpty();
        assertThat(read.objectives()).singleElement().satisfies(objective -> {
            assertThat(objective.getName()).isEqualTo("first-token");
            assertThat(objective.getKind()).isEqualTo(ObjectiveKind.QUANTILE);
            assertThat(objective.getMetric()).isEqualTo(MetricName.TTFT);
            assertThat(objective.getQuantile()).isEqualTo(0.995, within(1e-12));
            assertThat(objective.getLimitNanos()).isEqualTo(250_000_000);
            assertThat(objective.getWindowSeconds()).isEqualTo(300);
            assertThat(objective.getForSeconds()).isEqualTo(5);
            assertThat(objective.getPeriodSeconds()).isEqualTo(86_400);
            assertThat(objective.getBurnRules()).singleElement().satisfies(rule -> {
                assertThat(ErrorBudget.description(rule)).isEqualTo("page 14.4x over 2m/10s");
                assertThat(rule.getForSeconds()).isEqualTo(30);
                assertThat(rule.getClearRatio()).isEqualTo(0.5);
                assertThat(rule.getClearAfter()).isEqualTo(3);
            });
        });
    }

    @Test
    void theShippedFileIsRead() {
        OpenSloReader.Result read = OpenSloReader.read(Path.of("..", "deploy", "slo", "chat.yaml"));
        assertThat(read.objectives()).extracting(ObjectiveState::getName).containsExactly("ttft", "tpot", "goodput");
        assertThat(read.objectives())
                .allSatisfy(objective -> assertThat(objective.getBurnRules())
                        .extracting(ErrorBudget::description)
                        .containsExactly("page 14.4x over 1h/5m", "page 6x over 6h/30m", "ticket 1x over 3d/6h"));
        ObjectiveState goodput = read.objectives().get(2);
        assertThat(goodput.getKind()).isEqualTo(ObjectiveKind.GOOD_RATIO);
        assertThat(goodput.getMaxBadRatio()).isEqualTo(0.02, within(1e-12));
        assertThat(goodput.getGoodLimitsNanos())
                .containsEntry("TTFT_DUE", 1_000_000_000L)
                .containsEntry("TPOT", 50_000_000L);
    }

    @Test
    void errorsAreARatioOfBadOnes() {
        String source = "metricSource: {type: tidemark, spec: {requests: %s}}";
        String text = SLO.replace("thresholdMetric:", "ratioMetric:")
                .replace(
                        "metricSource: {type: tidemark, spec: {metric: ttft, unit: ms}}",
                        "bad: {" + source.formatted("errors") + "}\n        total: {" + source.formatted("all") + "}")
                .replace("{op: lte, value: 250, target: 0.995}", "{targetPercent: 99}");
        assertThat(read(text).objectives()).singleElement().satisfies(objective -> {
            assertThat(objective.getKind()).isEqualTo(ObjectiveKind.ERROR_RATIO);
            assertThat(objective.getMaxBadRatio()).isEqualTo(0.01, within(1e-12));
        });
    }

    @Test
    void aBurnRateBelowAThresholdIsReadAsAboveIt() {
        assertThat(read(SLO.replace("op: gte", "op: lte")).remarks())
                .containsExactly("AlertCondition page: op lte of a burn rate is read as gte, because a slow burn"
                        + " raises no alarm");
    }

    @Test
    void withoutTheExtensionTheShortWindowIsATwelfth() {
        String text =
                SLO.replace("tidemark/short-window: 10s, ", "").replace("lookbackWindow: 2m", "lookbackWindow: 1h");
        assertThat(ErrorBudget.description(
                        read(text).objectives().get(0).getBurnRules().get(0)))
                .isEqualTo("page 14.4x over 1h/5m");
    }

    /** What is written instead of what, and what is said of it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "Occurrences | Timeslices | slo.yaml:15  document[0].spec.budgetingMethod must be Occurrences (good and bad"
                        + " requests are counted) but was Timeslices",
                "isRolling: true | isRolling: false | slo.yaml:14  document[0].spec.timeWindow[0].isRolling must be true",
                "isRolling: true | calendar: {startTime: x} | document[0].spec.timeWindow[0].calendar must be left out",
                "duration: 24h | duration: 1M | document[0].spec.timeWindow[0].duration must be a fixed time",
                "target: 0.995 | target: 0.995, timeSliceTarget: 0.9 | document[0].spec.objectives[0].timeSliceTarget must be left out",
                "op: lte, value | op: gte, value | document[0].spec.objectives[0].op must be lte or lt",
                "target: 0.995 | target: 1 | document[0].spec.objectives[0] must have its target in (0, 1)",
                "type: tidemark | type: Prometheus | metricSource.type must be tidemark",
                "metric: ttft | metric: cpu | must name a metric of",
                "alertPolicyRef: fast | alertPolicyRef: slow | document[0].spec.alertPolicies[0].alertPolicyRef must name a document",
                "alertWhenResolved: true | alertWhenNoData: true | document[1].spec.alertWhenNoData must be false",
                "alertWhenResolved: true | notificationTargets: [{targetRef: x}] | document[1].spec.notificationTargets must be empty",
                "kind: AlertPolicy | kind: AlertNotificationTarget | document[1].kind must be SLO, SLI, AlertPolicy",
                "threshold: 14.4 | threshold: 201 | 'page 201x over 2m/10s' of 'first-token' can never fire: with 0.5 % allowed,"
                        + " the budget burns at 200x if every request is bad",
                "tidemark/clear-at | tidemark/clear-to | tidemark/clear-to is not known here",
                "apiVersion: openslo/v1 | apiVersion: openslo/v1alpha | document[0].apiVersion must be openslo/v1 but was openslo/v1alpha",
                "apiVersion: openslo/v1 | # none | document[0].apiVersion is required",
                "duration: 24h | duration: 99999999999999999999d | slo.yaml:14  document[0].spec.timeWindow[0].duration must be at"
                        + " most 90d but was 99999999999999999999d",
                "lookbackWindow: 2m | lookbackWindow: 99999999999w | lookbackWindow must be at most 90d but was 99999999999w",
                "value: 250 | value: 1e999999999 | document[0].spec.objectives[0].value must be a number of 18 digits at most",
                "service: chat | servce: chat | document[0].spec.servce is not a known key",
            })
    void whatCannotBeHonouredIsRefused(String written, String instead, String said) {
        assertThat(SLO).contains(written);
        assertThatThrownBy(() -> read(SLO.replaceFirst(Pattern.quote(written), instead)))
                .isInstanceOf(InvalidYamlException.class)
                .hasMessageContaining(said);
    }

    /** With a second SLO, of another name, that refers to the policy of the first. */
    private static String second(String name) {
        return SLO + "---\n" + SLO.substring(0, SLO.indexOf("---")).replace("first-token", name);
    }

    @Test
    void aConditionIsReadOnceHoweverManySlosReferToIt() {
        OpenSloReader.Result read = read(second("another").replace("op: gte", "op: lte"));
        assertThat(read.objectives()).extracting(ObjectiveState::getName).containsExactly("first-token", "another");
        assertThat(read.objectives())
                .allSatisfy(objective -> assertThat(objective.getBurnRules()).hasSize(1));
        assertThat(read.remarks()).hasSize(1);
    }

    @Test
    void aNameThatTwoDocumentsOfAKindHaveIsRefusedWhereTheSecondHasIt() {
        assertThatThrownBy(() -> read(second("first-token")))
                .isInstanceOf(InvalidYamlException.class)
                .hasMessage(
                        "slo.yaml:38  document[2].metadata.name must be the name of one SLO of the file but first-token is"
                                + " the name of several");
        String policy = SLO.substring(SLO.indexOf("---"));
        assertThatThrownBy(() -> read(SLO + policy))
                .hasMessageContaining(
                        "slo.yaml:37  document[2].metadata.name must be the name of one AlertPolicy of the file"
                                + " but fast is the name of several");
        String sli = "---\napiVersion: openslo/v1\nkind: SLI\nmetadata: {name: a}\nspec: {}\n";
        assertThatThrownBy(() -> read(SLO + sli + sli))
                .hasMessageContaining(
                        "document[3].metadata.name must be the name of one SLI of the file but a is the name of");
    }

    @Test
    void twoObjectivesOfOneNameAreRefused() {
        String twice = SLO.replace(
                "    - {op: lte, value: 250, target: 0.995}",
                "    - {op: lte, value: 250, target: 0.995}\n    - {op: lte, value: 250, target: 0.9}");
        assertThatThrownBy(() -> read(twice))
                .isInstanceOf(InvalidYamlException.class)
                .hasMessageContaining("document[0].spec.objectives[1] must give an objective with a unique name, but"
                        + " 'first-token 250ms' exists in this file");
    }

    @Test
    void aFileWithoutAnSloIsNone() {
        assertThatThrownBy(() -> read("apiVersion: openslo/v1\nkind: Service\nmetadata: {name: chat}\nspec: {}\n"))
                .hasMessageContaining("must hold at least one document of kind SLO");
    }
}
