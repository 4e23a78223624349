package io.tidemark.simulator.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.fixtures.process.Await;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.simulator.config.ServerConfigLoader;
import io.tidemark.simulator.metrics.VllmMetricsVersion;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("integration")
class GpuExporterTest {
    @Test
    void theGpuIsBusyWhileTheEngineIsAndIdlesAfterwards() {
        SimulatorOptions.Extras extras = new SimulatorOptions.Extras(
                false, VllmMetricsVersion.V1, OptionalInt.of(0), SimulatorOptions.Replicas.ONE, List.of());
        SimulatorOptions options =
                SimulatorOptions.local(NanoClock.SYSTEM, InstantSource.system()).with(extras);
        try (SimulatorServer server = SimulatorServer.start(new ServerConfigLoader().builtIn("demo-small"), options)) {
            HttpProbe gpu = new HttpProbe("http://127.0.0.1:" + server.gpuPort().orElseThrow());
            assertThat(value(gpu, "GPU_UTIL")).isZero();
            assertThat(value(gpu, "FB_USED")).isGreaterThan(100_000);
            assertThat(value(gpu, "FB_FREE") + value(gpu, "FB_USED")).isEqualTo(143_771);

            HttpProbe probe = new HttpProbe(server.url());
            var answer = probe.postAsync(
                    "/v1/completions", "{\"prompt\":\"a\",\"max_tokens\":3000,\"ignore_eos\":true,\"stream\":true}");

            assertThat(Await.reached(() -> value(gpu, "GPU_UTIL") > 60 && value(gpu, "POWER_USAGE") > 200))
                    .isTrue();
            assertThat(answer).isNotDone();
            assertThat(gpu.get("/other").statusCode()).isEqualTo(404);
        }
    }

    private static double value(HttpProbe gpu, String field) {
        String page = gpu.get("/metrics").body();
        return page.lines()
                .filter(line -> line.startsWith("DCGM_FI_DEV_" + field + "{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .findFirst()
                .orElseThrow();
    }
}
