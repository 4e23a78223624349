package io.tidemark.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.scrape.TargetProbe.ProbeResult;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ModelLengthTest {
    private static Plan plan(String workload) {
        return PlanLoader.parse(
                "experiment: x\nworkload: " + workload + "\nsteps: [{rate: 1, requests: 10}]\n",
                "plan.yaml",
                Path.of("."));
    }

    private static ProbeResult model(OptionalLong tokens) {
        return new ProbeResult(
                TargetPlan.at(URI.create("http://gpu:8000"), "m"),
                Optional.empty(),
                List.of("m"),
                Optional.empty(),
                tokens);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{kind: synthetic, prompt_tokens: 400, output_tokens: 112} | false | false",
                "{kind: synthetic, prompt_tokens: 401, output_tokens: 112} | true | true",
                "{kind: synthetic, prompt_tokens: {p50: 100, p95: 900}, output_tokens: 10} | false | true",
                "{kind: mixture, parts: [{weight: 1, kind: synthetic, prompt_tokens: 9, output_tokens: 9}, {weight: 1, kind: synthetic,"
                        + " prompt_tokens: 600, output_tokens: 9}]} | true | true"
            })
    void whatDoesNotFitIsRefusedAndWhatMayNotFitIsWarnedOf(String workload, boolean refused, boolean warned) {
        ProbeResult model = model(OptionalLong.of(512));

        assertThat(ModelLength.refusal(plan(workload), model).isPresent()).isEqualTo(refused);
        assertThat(ModelLength.warning(plan(workload), model).isPresent()).isEqualTo(warned);
    }

    @Test
    void aModelOfUnknownLengthTakesAll() {
        Plan plan = plan("{kind: synthetic, prompt_tokens: 100000, output_tokens: 1}");

        assertThat(ModelLength.refusal(plan, model(OptionalLong.empty()))).isEmpty();
        assertThat(ModelLength.refusal(plan, model(OptionalLong.of(4096))))
                .contains(
                        "model \"m\" of target http://gpu:8000 takes 4096 tokens (max_model_len of its list of models), and the"
                                + " shortest request of the workload has 100001 with its answer (prompt and output tokens of `workload`)");
    }
}
