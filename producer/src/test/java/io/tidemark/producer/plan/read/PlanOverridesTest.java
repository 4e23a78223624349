package io.tidemark.producer.plan.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.events.ObjectiveState;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.load.ArrivalPlan;
import io.tidemark.producer.plan.load.InterarrivalGaps;
import io.tidemark.producer.plan.load.LoadModel;
import io.tidemark.producer.plan.read.PlanLoader.Source;
import io.tidemark.producer.plan.workload.LengthRange;
import io.tidemark.producer.plan.workload.RequestClassNaming;
import io.tidemark.producer.plan.workload.WorkloadPlan;
import io.tidemark.producer.yaml.InvalidYamlException;
import io.tidemark.producer.yaml.YamlProblem;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code --set path=value}. */
class PlanOverridesTest {
    private static final String TEXT = """
            experiment: x
            workload: {kind: synthetic, prompt_tokens: 16, output_tokens: 8}
            steps:
              - {rate: 1, requests: 300}
              - {rate: 2, requests: 300}
            slo: {objectives: [errors < 1%]}
            """;

    private static Plan plan(String... overrides) {
        PlanFileOptions choice = new PlanFileOptions(Optional.empty(), List.of(overrides));
        return PlanLoader.parse(TEXT, new Source("plan.yaml", Path.of(".")), choice)
                .get(0);
    }

    private static List<String> problems(String... overrides) {
        InvalidYamlException refused = catchThrowableOfType(InvalidYamlException.class, () -> plan(overrides));
        return refused.problems().stream().map(YamlProblem::toString).toList();
    }

    @Test
    void aValueTakesThePlaceOfThePlans() {
        assertThat(plan("steps[1].rate=3").steps())
                .extracting(StepPlan::ratePerSecond)
                .containsExactly(1.0, 3.0);
        assertThat(plan("slo.objectives[0]=ttft p95 < 1s").objectives())
                .extracting(ObjectiveState::getName)
                .containsExactly("ttft p95 < 1s");
        assertThat(plan("workload.prompt_tokens=128").workload())
                .isEqualTo(new WorkloadPlan.Synthetic(
                        RequestClassNaming.NONE, true, LengthRange.of(128), LengthRange.of(8)));
    }

    @Test
    void aStarIsEveryItem() {
        assertThat(plan("steps[*].requests=5").steps())
                .extracting(StepPlan::extent)
                .containsOnly(new StepPlan.Counting(5));
    }

    @Test
    void whatIsMissingIsMadeAndAnItemAfterTheLastIsAdded() {
        Plan plan = plan(
                "limits.in_flight=7", "labels.\"a.b\"=c", "slo.objectives[1]=tpot p50 < 1s", "targets[0].url=http://h");

        assertThat(plan.limits().inFlight()).isEqualTo(7);
        assertThat(plan.labels()).containsEntry("a.b", "c");
        assertThat(plan.objectives()).hasSize(2);
        assertThat(plan.targets()).hasSize(1);
    }

    @Test
    void aValueIsYaml() {
        assertThat(plan("steps=[{rates: [1, 2, 3], requests: 5}]").steps()).hasSize(3);
        assertThat(plan("arrivals={kind: gamma, burstiness: 2}").steps().get(0).load())
                .isEqualTo(LoadModel.Open.of(new ArrivalPlan.Gamma(1, new InterarrivalGaps(2))));
    }

    @Test
    void anEmptyValueTakesTheKeyAway() {
        assertThat(plan("steps[0].requests=", "steps[0].duration=1m", "slo=").objectives())
                .isEmpty();
    }

    @Test
    void laterOnesWin() {
        assertThat(plan("seed=2", "seed=3").seed()).isEqualTo(3);
    }

    @Test
    void itIsInThePlanThatIsStoredAndHashed() {
        Plan changed = plan("steps[1].rate=3");

        assertThat(changed.json()).contains("\"rate\":\"3\"");
        assertThat(changed.planHash()).isNotEqualTo(plan().planHash());
        assertThat(changed.workloadHash()).isEqualTo(plan().workloadHash());
        assertThat(plan("workload.output_tokens=9").workloadHash()).isNotEqualTo(plan().workloadHash());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "steps[1].rate=-3 | --set steps[1].rate  steps[1].rate must be > 0 requests per second but was -3",
                "stepz[0].rate=3 | --set stepz[0].rate  stepz is not a known key; did you mean steps",
                "steps[0].rat=3 | --set steps[0].rat  steps[0].rat is not a known key",
                "steps[5].rate=3 | --set steps[5].rate  cannot be set: there is no item 5 and only 2 before it",
                "experiment.name=x | --set experiment.name  cannot be set: the parent of \"name\" is not a mapping",
                "workload[0]=x | --set workload[0]  cannot be set: an index needs a list",
                "steps[x].rate=3 | --set steps[x].rate  must be a path such as steps[1].rate",
                "steps[1].rate | --set steps[1].rate  must be path=value such as steps[1].rate=3",
                "seed=[1 | --set seed  is not valid YAML"
            })
    void whatIsWrongWithItIsToldByItsName(String override, String problem) {
        assertThat(problems(override)).anySatisfy(told -> assertThat(told).startsWith(problem));
    }

    @Test
    void aSecretThatIsGivenWhereItsNameBelongsIsNotRepeated() {
        assertThat(problems("api_key=sk-12345"))
                .allSatisfy(told -> assertThat(told).doesNotContain("sk-12345"));
    }
}
