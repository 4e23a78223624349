package io.tidemark.servers.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.producer.plan.read.PlanLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class WarmUpRequestTest {
    private static String body(String more) {
        return new String(
                WarmUpRequest.of(PlanLoader.parse("""
                                experiment: e
                                steps: [{rate: 1, requests: 9}]
                                """ + more, "plan.yaml", Path.of(".")))
                        .body("m", 3),
                StandardCharsets.UTF_8);
    }

    @Test
    void aWarmUpHasTheFieldsOfTheLoad() {
        String prompt = "Warm-up request 3: count from 3 upwards.";

        assertThat(body("workload: {kind: synthetic, prompt_tokens: 8, output_tokens: 6}\n"))
                .isEqualTo("{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"" + prompt
                        + "\"}],\"max_tokens\":16,\"ignore_eos\":true,\"min_tokens\":16,\"stream\":true,"
                        + "\"stream_options\":{\"include_usage\":true}}");
        assertThat(body("""
                        workload: {kind: synthetic, prompt_tokens: 8, output_tokens: 6, exact_output: false}
                        api: completions
                        request: {stream_options: false, temperature: 0, extra_body: {top_k: 5}}
                        """))
                .isEqualTo("{\"model\":\"m\",\"prompt\":\"" + prompt
                        + "\",\"max_tokens\":16,\"stream\":true,\"temperature\":0.0,\"top_k\":5}");
        assertThat(body("""
                        workload: {kind: synthetic, prompt_tokens: 8, output_tokens: 6, exact_output: false}
                        request: {max_tokens_key: max_completion_tokens}
                        """)).contains("\"max_completion_tokens\":16").doesNotContain("max_tokens\"");
    }

    @Test
    void ofAMixtureItHasWhatAnyPartHas() {
        assertThat(body("workload: {kind: mixture, parts: ["
                        + "{weight: 1, kind: synthetic, class: a, exact_output: false, prompt_tokens: 8, output_tokens: 6},"
                        + " {weight: 1, kind: synthetic, class: b, prompt_tokens: 8, output_tokens: 6}]}\n"))
                .contains("\"ignore_eos\":true,\"min_tokens\":16");
    }
}
