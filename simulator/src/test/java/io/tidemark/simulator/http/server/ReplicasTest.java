package io.tidemark.simulator.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.fixtures.process.Await;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.simulator.config.ServerConfigLoader;
import io.tidemark.simulator.engine.fleet.RoutingPolicy;
import io.tidemark.simulator.metrics.VllmMetricsVersion;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("integration")
class ReplicasTest {
    private static final String ASK = "{\"prompt\":\"a b\",\"max_tokens\":2,\"ignore_eos\":true}";

    @Test
    void everyEngineHasItsOwnLabelAndItsTurn() {
        try (SimulatorServer server = start(new SimulatorOptions.Replicas(2, RoutingPolicy.ROUND_ROBIN))) {
            HttpProbe probe = new HttpProbe(server.url());
            for (int i = 0; i < 4; i++) {
                probe.post("/v1/completions", ASK);
            }

            assertThat(Await.reached(() -> served(probe, 0) == 4 && served(probe, 1) == 4))
                    .isTrue();
            assertThat(probe.get("/simulator/gpu/metrics").body())
                    .contains("DCGM_FI_DEV_GPU_UTIL{gpu=\"0\"", "DCGM_FI_DEV_GPU_UTIL{gpu=\"1\"");
        }
    }

    @Test
    void whatTheFrontCannotKnowIsRefused() {
        assertThatThrownBy(() -> start(new SimulatorOptions.Replicas(2, RoutingPolicy.PREFIX_AWARE)))
                .hasMessageContaining("prefix-aware is there in virtual time only");
        assertThatThrownBy(() -> new SimulatorOptions.Replicas(0, RoutingPolicy.ROUND_ROBIN))
                .hasMessage("replicas must be >= 1 but was 0");
    }

    private static double served(HttpProbe probe, int engine) {
        String family = "vllm:generation_tokens_total{engine=\"" + engine + "\",model_name=\"demo-small\"} ";
        return probe.get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(family))
                .mapToDouble(line -> Double.parseDouble(line.substring(family.length())))
                .findFirst()
                .orElseThrow();
    }

    private static SimulatorServer start(SimulatorOptions.Replicas replicas) {
        SimulatorOptions.Extras extras =
                new SimulatorOptions.Extras(true, VllmMetricsVersion.V1, OptionalInt.empty(), replicas, List.of());
        return SimulatorServer.start(
                new ServerConfigLoader().builtIn("demo-small"),
                SimulatorOptions.local(NanoClock.SYSTEM, InstantSource.system()).with(extras));
    }
}
