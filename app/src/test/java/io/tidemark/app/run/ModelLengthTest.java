package io.tidemark.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.scrape.TargetProbe.ProbeResult;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ModelLengthTest {
    @TempDir
    private Path folder;

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
                "{kind: synthetic, prompt_tokens: 400, output_tokens: 112} | ''",
                "{kind: synthetic, prompt_tokens: 401, output_tokens: 112} | '10 of the 10 requests'",
                // the later turn holds the first one's answer for certain only where its length is exact
                "{kind: conversations, starters: {count: 2, tokens: 300}, turns: 2, output_tokens: 150, exact_output: true}"
                        + " | '10 of the 20 requests'",
                "{kind: conversations, starters: {count: 2, tokens: 300}, turns: 2, output_tokens: 150} | ''"
            })
    void aPlanWithARequestThatDoesNotFitIsRefused(String workload, String beyond) {
        Optional<String> refusal = ModelLength.refusal(plan(workload), model(OptionalLong.of(512)));

        assertThat(refusal.isPresent()).isEqualTo(!beyond.isEmpty());
        assertThat(refusal.orElse("")).contains(beyond);
    }

    @Test
    void someLongRowsOfATraceAreCountedBeforeAnyIsSent() throws Exception {
        Path trace = Files.writeString(folder.resolve("trace.jsonl"), """
                {"timestamp": 0, "input_length": 100, "output_length": 10}
                {"timestamp": 1000, "input_length": 600, "output_length": 10}
                {"timestamp": 2000, "input_length": 700, "output_length": 20}
                {"timestamp": 3000, "input_length": 502, "output_length": 10}
                {"timestamp": 4000, "input_length": 1, "output_length": 1}
                """);

        assertThat(ModelLength.refusal(
                        plan("{kind: trace, file: " + trace + ", rows: 5}"), model(OptionalLong.of(512))))
                .contains(
                        "model \"m\" of target http://gpu:8000 takes 512 tokens (max_model_len of its list of models), and 4 of"
                                + " the 10 requests that the plan draws have more with the answer: the longest has 720 (700 of the"
                                + " prompt and 20 of the answer). Lower the tokens of rows of " + trace
                                + " (workload.file)");
    }

    @Test
    void theKeysOfTheLongPartsOfAMixtureAreNamed() {
        Plan plan = plan("{kind: mixture, parts: [{weight: 1, kind: synthetic, prompt_tokens: 9, output_tokens: 9},"
                + " {weight: 99, kind: synthetic, prompt_tokens: {p50: 1000, p95: 2000}, output_tokens: 9}]}");

        assertThat(ModelLength.refusal(plan, model(OptionalLong.of(512))).orElseThrow())
                .endsWith(
                        "Lower workload.parts[1].prompt_tokens or workload.parts[1].output_tokens, or give them a max");
    }

    @Test
    void besideTextsOfAFileOnlyTheShortestRequestsAreCertain() throws Exception {
        Path prompts = Files.writeString(folder.resolve("prompts.jsonl"), "{\"prompt\": \"What is it?\"}\n");
        String mixture = "{kind: mixture, parts: [{weight: 1, kind: prompts, format: jsonl, file: " + prompts
                + "}, {weight: 1, kind: synthetic, prompt_tokens: %s, output_tokens: 9}]}";
        ProbeResult model = model(OptionalLong.of(512));

        assertThat(ModelLength.refusal(plan(mixture.formatted("600")), model)).isPresent();
        assertThat(ModelLength.refusal(plan(mixture.formatted("100-900")), model))
                .isEmpty();
        assertThat(ModelLength.warning(plan(mixture.formatted("100-900")), model))
                .isPresent();
    }

    @Test
    void aModelOfUnknownLengthTakesAll() {
        Plan plan = plan("{kind: synthetic, prompt_tokens: 100000, output_tokens: 1}");

        assertThat(ModelLength.refusal(plan, model(OptionalLong.empty()))).isEmpty();
        assertThat(ModelLength.refusal(plan, model(OptionalLong.of(4096))))
                .contains(
                        "model \"m\" of target http://gpu:8000 takes 4096 tokens (max_model_len of its list of models), and 10 of the 10"
                                + " requests that the plan draws have more with the answer: the longest has 100001 (100000 of the"
                                + " prompt and 1 of the answer). Lower workload.prompt_tokens or workload.output_tokens, or give them a max");
    }
}
