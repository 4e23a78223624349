package io.tidemark.app.tune;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.producer.plan.read.PlanLoader;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TuneIdentityTest {
    private static Map<String, String> identity(String tune) {
        return TuneIdentity.of(
                PlanLoader.parse("""
                        experiment: e
                        workload: {kind: synthetic, prompt_tokens: 10, output_tokens: 10}
                        steps: [{rate: 1, duration: 10s}]
                        slo: {objectives: ["ttft p95 < 1s"]}
                        tune: %s
                        """.formatted(tune), "plan.yaml", Path.of(".")),
                Map.of("default", "serve"),
                "http://127.0.0.1:1",
                "test",
                Map.of("host", "h"));
    }

    private static String heldOut(int tokens) {
        return "{held_out: {workload: {kind: synthetic, prompt_tokens: %d, output_tokens: 10}}}".formatted(tokens);
    }

    @Test
    void anotherHeldOutWorkloadIsAnotherTune() {
        assertThat(TuneIdentity.differences(identity(heldOut(500)), identity(heldOut(500))))
                .isEmpty();
        assertThat(TuneIdentity.differences(identity(heldOut(500)), identity(heldOut(600))))
                .singleElement()
                .asString()
                .startsWith("the held-out workload was ");
        assertThat(TuneIdentity.differences(identity("{}"), identity(heldOut(500))))
                .singleElement()
                .asString()
                .startsWith("the held-out workload was not there and is ");
    }
}
