package io.tidemark.producer.plan.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.load.LoadModel;
import io.tidemark.producer.plan.read.PlanLoader.Source;
import io.tidemark.producer.plan.workload.LengthRange;
import io.tidemark.producer.plan.workload.RequestClassNaming;
import io.tidemark.producer.plan.workload.WorkloadPlan;
import io.tidemark.producer.yaml.InvalidYamlException;
import io.tidemark.producer.yaml.YamlProblem;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Files of several scenarios: vllm-bench's as they are, and ours. */
class ScenarioPlanFileTest {
    /** The file that vllm-bench's README has one write for its smoke test (MIT licence). */
    private static final String VLLM_BENCH = """
            defaults:
              base_url: "http://localhost:8000/v1"
              model: "gpt-oss-20"
              temperature: 0.0
              stream: true

            scenarios:
              smoke_test:
                description: "Minimal smoke test"
                prefill_tokens: 256
                max_new_tokens: 128
                concurrencies: [8]
                num_requests: 50
            """;

    private static final String OURS = """
            experiment: tuning
            seed: 3
            defaults:
              workload: {kind: synthetic, prompt_tokens: 100, output_tokens: 10}
              steps: [{rate: 1, requests: 300}]
              slo: {objectives: [errors < 1%]}
            scenarios:
              short: {}
              long:
                workload: {prompt_tokens: 4000}
                seed: 4
            """;

    private static List<Plan> plans(String text, PlanFileOptions choice) {
        return PlanLoader.parse(text, new Source("scenarios.yaml", Path.of(".")), choice);
    }

    private static Plan plan(String text, String scenario) {
        return plans(text, new PlanFileOptions(Optional.of(scenario), List.of()))
                .get(0);
    }

    private static List<String> problems(String text, PlanFileOptions choice) {
        InvalidYamlException refused = catchThrowableOfType(InvalidYamlException.class, () -> plans(text, choice));
        return refused.problems().stream().map(YamlProblem::toString).toList();
    }

    @Test
    void everyKeyOfVllmBenchsFileStandsForOneOfAPlan() {
        Plan plan = plan(VLLM_BENCH, "smoke_test");

        assertThat(plan.experiment()).isEqualTo("smoke_test");
        assertThat(plan.targets()).containsExactly(TargetPlan.at(URI.create("http://localhost:8000"), "gpt-oss-20"));
        assertThat(plan.request().temperature()).isEqualTo(OptionalDouble.of(0));
        assertThat(plan.request().stream()).isTrue();
        assertThat(plan.labels())
                .containsEntry("description", "Minimal smoke test")
                .containsEntry("scenario", "smoke_test");
        assertThat(plan.workload())
                .isEqualTo(new WorkloadPlan.Synthetic(
                        RequestClassNaming.NONE, false, LengthRange.of(256), LengthRange.of(128)));
        assertThat(plan.steps())
                .containsExactly(
                        new StepPlan(new LoadModel.Closed(8), new StepPlan.Counting(50), Duration.ZERO, Duration.ZERO));
    }

    @Test
    void eachConcurrencyIsAStep() {
        assertThat(plan(VLLM_BENCH.replace("[8]", "[8, 16, 32]"), "smoke_test").steps())
                .extracting(StepPlan::load)
                .containsExactly(new LoadModel.Closed(8), new LoadModel.Closed(16), new LoadModel.Closed(32));
    }

    @Test
    void aKeyThatNobodyKnowsIsRefusedByNameAndLine() {
        assertThat(problems(VLLM_BENCH.replace("num_requests: 50", "num_request: 50"), PlanFileOptions.AS_IT_IS))
                .anySatisfy(
                        problem -> assertThat(problem).startsWith("scenarios.yaml:13  num_request is not a known key"));
    }

    @Test
    void aBadValueIsToldWithItsLine() {
        assertThat(problems(VLLM_BENCH.replace("[8]", "[0]"), PlanFileOptions.AS_IT_IS))
                .containsExactly("scenarios.yaml:12  steps[0].concurrencies[0] must be a whole number >= 1 but was 0");
    }

    @Test
    void ourScenariosAreLaidOverTheDefaultsKeyByKey() {
        List<Plan> plans = plans(OURS, PlanFileOptions.AS_IT_IS);

        assertThat(plans).extracting(Plan::experiment).containsOnly("tuning");
        assertThat(plans).extracting(plan -> plan.labels().get("scenario")).containsExactly("short", "long");
        assertThat(plans).extracting(Plan::seed).containsExactly(3L, 4L);
        assertThat(plans)
                .extracting(Plan::workload)
                .containsExactly(
                        new WorkloadPlan.Synthetic(
                                RequestClassNaming.NONE, true, LengthRange.of(100), LengthRange.of(10)),
                        new WorkloadPlan.Synthetic(
                                RequestClassNaming.NONE, true, LengthRange.of(4000), LengthRange.of(10)));
    }

    @Test
    void anUnknownScenarioListsTheKnownOnes() {
        assertThat(problems(OURS, new PlanFileOptions(Optional.of("medium"), List.of())))
                .containsExactly("scenarios.yaml:8  scenarios has no \"medium\"; it has short, long");
    }

    @Test
    void aFileWithoutScenariosHasNoneToChoose() {
        assertThat(problems("experiment: x\n", new PlanFileOptions(Optional.of("a"), List.of())))
                .containsExactly("--scenario a  cannot be chosen: the file has no scenarios");
    }

    @Test
    void whatTheCommandLineSaysGoesOverTheScenario() {
        PlanFileOptions choice = new PlanFileOptions(Optional.of("long"), List.of("steps[0].requests=5"));

        assertThat(plans(OURS, choice).get(0).steps())
                .extracting(StepPlan::extent)
                .containsExactly(new StepPlan.Counting(5));
    }

    @Test
    void aFileOfSeveralScenariosIsNotOnePlan() {
        InvalidYamlException refused = catchThrowableOfType(
                InvalidYamlException.class, () -> PlanLoader.parse(OURS, "scenarios.yaml", Path.of(".")));

        assertThat(refused).hasMessageContaining("scenarios.yaml").hasMessageContaining("2 scenarios");
    }
}
