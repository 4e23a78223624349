package io.tidemark.simulator.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigs;
import io.tidemark.simulator.engine.EngineState;
import io.tidemark.simulator.engine.StepLoad;
import io.tidemark.simulator.engine.StepResult;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerMetricsTest {
    private static final long MILLI = 1_000_000;

    /** {@code page.txt} was written by prometheus_client 0.26 after the same observations on vLLM's families. */
    @Test
    void thePageIsWhatPrometheusClientWrites() throws IOException {
        ServerConfig config =
                new ServerConfigs().parse("test", "{extends: demo-small, served-model-name: 'm/x \"q\"'}");
        ServerMetrics metrics = new ServerMetrics(config, 1_772_028_063.25);
        EngineState state = new EngineState(42, 3, 0.4137, 7, 1_764_312, 1_523_360, 1_000_000, 143_712, 1);
        metrics.stepped(new StepResult(0, 1, new StepLoad(205, 1, 0, 0, 6), 205, List.of(), List.of()), state);
        metrics.firstToken(100 * MILLI);
        metrics.firstToken(31_234_500);
        metrics.nextToken(8_500_000);
        metrics.nextToken(20_000);
        metrics.finished(new FinishedRequest(
                "stop", 200, 96, 31, 0, new RequestTimes(0, 5 * MILLI, 55 * MILLI, 100 * MILLI, 400 * MILLI)));
        metrics.finished(
                new FinishedRequest("length", 300, 0, 1, 1, new RequestTimes(0, 0, 0, 30 * MILLI, 30 * MILLI)));
        metrics.brokenOff("abort");

        assertThat(metrics.page()).isEqualTo(golden());
    }

    private static String golden() throws IOException {
        try (InputStream in = ServerMetricsTest.class.getResourceAsStream("page.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
