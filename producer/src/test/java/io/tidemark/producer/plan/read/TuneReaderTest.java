package io.tidemark.producer.plan.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.tune.TuneGoal;
import io.tidemark.producer.plan.tune.TunePlan;
import io.tidemark.producer.yaml.InvalidYamlException;
import io.tidemark.producer.yaml.YamlProblem;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TuneReaderTest {
    private static String plan(String objective, String tune) {
        return """
                experiment: e
                workload: {kind: synthetic, prompt_tokens: 10, output_tokens: 10}
                steps: [{rate: 1, duration: 10s}]
                slo: {objectives: ["%s", "errors < 1%%"]}
                tune: %s
                """.formatted(objective, tune);
    }

    private static TunePlan read(String objective, String tune) {
        return PlanLoader.parse(plan(objective, tune), "plan.yaml", Path.of("."))
                .tune()
                .orElseThrow();
    }

    private static List<String> problems(String objective, String tune) {
        InvalidYamlException refused = catchThrowableOfType(
                InvalidYamlException.class, () -> PlanLoader.parse(plan(objective, tune), "plan.yaml", Path.of(".")));
        return refused.problems().stream().map(YamlProblem::toString).toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ttft p95 < 1s", "tpot p95 < 50ms", "e2e p99 < 9s", "good(ttft <= 1s, tpot <= 50ms) >= 90%"})
    void goodputIsAGoalWhereAnObjectiveLimitsALatencyOfRequests(String objective) {
        assertThat(read(objective, "{maximize: goodput}").goal()).isEqualTo(TuneGoal.GOODPUT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"errors < 2% over 5m", "itl p99 < 100ms"})
    void goodputIsRefusedWhereNoneDoes(String objective) {
        assertThat(problems(objective, "{maximize: goodput}"))
                .singleElement()
                .asString()
                .contains("plan.yaml:5")
                .contains("tune.maximize must not be goodput where slo.objectives limits no latency of a request");
    }

    @Test
    void lengthsOfASearchAreRefusedBesideGoodputWhichIsMeasuredWithThePlansSteps() {
        assertThat(problems(
                        "ttft p95 < 1s",
                        "{maximize: goodput, from: 2, search: {first: 10m}, finals: {repeats: 4, length: 5m}}"))
                .hasSize(3)
                .allMatch(problem -> problem.contains("goodput is measured with the plan's steps"));
    }

    @Test
    void eachMeasurementOfGoodputIsAsLongAsTheSteps() {
        TunePlan asked = read("ttft p95 < 1s", "{maximize: goodput, finals: {repeats: 4}}")
                .withStepsOf(Duration.ofMinutes(7));

        assertThat(asked.lengths())
                .isEqualTo(new TunePlan.Lengths(Duration.ofMinutes(7), Duration.ofMinutes(7), Duration.ofMinutes(7)));
        assertThat(asked.finals()).isEqualTo(new TunePlan.Finals(2, 4, Optional.of(Duration.ofMinutes(7))));
    }

    @Test
    void aHeldOutWorkloadIsReadAsTheWorkloadInThePlacesOfThePlansIs() {
        TunePlan tune = read(
                "ttft p95 < 1s",
                "{held_out: {workload: {kind: synthetic, prompt_tokens: 500-900, output_tokens: 10}}}");

        TunePlan.HeldOut heldOut = tune.heldOut().orElseThrow();
        String text = plan("ttft p95 < 1s", "{}");
        Plan own = PlanLoader.parse(text, "plan.yaml", Path.of("."));
        Plan other = PlanLoader.parse(
                        text,
                        new PlanLoader.Source("plan.yaml", Path.of(".")),
                        new PlanFileOptions(Optional.empty(), List.of("workload=" + heldOut.workloadJson())))
                .get(0);
        assertThat(heldOut.workloadHash()).isEqualTo(other.workloadHash()).isNotEqualTo(own.workloadHash());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {held_out: {}}                                                             | tune.held_out.workload is required
            {held_out: {workload: {kind: synthetic, output_tokens: 10}}}               | workload.prompt_tokens is required
            {held_out: {workload: {kind: synthetic, prompt_tokens: 10, output_tokens: 10}}} | tune.held_out.workload must be another workload than the plan's own
            {held_out: {steps: []}}                                                    | tune.held_out.steps is not a known key
            """)
    void aHeldOutWorkloadThatCannotBeSentIsRefused(String tune, String problem) {
        assertThat(problems("ttft p95 < 1s", tune))
                .anySatisfy(said -> assertThat(said).contains(problem));
    }
}
