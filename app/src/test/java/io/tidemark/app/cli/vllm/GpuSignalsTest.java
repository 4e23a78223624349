package io.tidemark.app.cli.vllm;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ServerRole;
import io.tidemark.events.ServerSample;
import io.tidemark.fixtures.process.Await;
import io.tidemark.producer.scrape.MetricsScraper;
import io.tidemark.schemas.Signal;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.simulator.config.ServerConfigLoader;
import io.tidemark.simulator.http.server.SimulatorOptions;
import io.tidemark.simulator.http.server.SimulatorServer;
import io.tidemark.simulator.metrics.VllmMetricsVersion;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the load generator's scraper makes of the simulator's two pages. */
@Tag("integration")
class GpuSignalsTest {
    private static final Clocks CLOCKS = new Clocks(NanoClock.SYSTEM, InstantSource.system());

    @Test
    void theGpusPageIsASampleOfTheTargetWithTheCanonicalSignals() throws InterruptedException {
        SimulatorOptions.Extras none = SimulatorOptions.Extras.NONE;
        SimulatorOptions options = SimulatorOptions.local(NanoClock.SYSTEM, InstantSource.system())
                .with(new SimulatorOptions.Extras(
                        false, VllmMetricsVersion.V1, OptionalInt.of(0), none.replicas(), none.faults()));
        try (SimulatorServer server = SimulatorServer.start(new ServerConfigLoader().builtIn("demo-small"), options)) {
            ServerSample engine = scrape(server.url());
            ServerSample gpu = scrape("http://127.0.0.1:" + server.gpuPort().orElseThrow());

            assertThat(engine.getRole()).isEqualTo(ServerRole.ENGINE);
            assertThat(engine.getValues()).containsKeys(Signal.RUNNING.id(), Signal.KV_USAGE.id());
            assertThat(gpu.getRole()).isEqualTo(ServerRole.GPU);
            assertThat(gpu.getTarget()).isEqualTo(engine.getTarget());
            assertThat(gpu.getValues())
                    .containsEntry(Signal.GPU_UTIL.id(), 0.0)
                    .containsEntry(Signal.GPU_TEMP.id(), 32.0)
                    .containsEntry(Signal.GPU_CLOCK.id(), 345e6)
                    .containsKeys(Signal.GPU_POWER.id(), Signal.GPU_MEM_USED.id());
        }
    }

    @Test
    void theOldNamesAreReadAsTheSameSignals() throws InterruptedException, IOException {
        SimulatorOptions.Extras none = SimulatorOptions.Extras.NONE;
        for (VllmMetricsVersion names : VllmMetricsVersion.values()) {
            SimulatorOptions options = SimulatorOptions.local(NanoClock.SYSTEM, InstantSource.system())
                    .with(new SimulatorOptions.Extras(
                            false, names, OptionalInt.empty(), none.replicas(), none.faults()));
            try (SimulatorServer server =
                    SimulatorServer.start(new ServerConfigLoader().builtIn("demo-small"), options)) {
                answerOne(server.url());
                awaitGenerated(server, 3);
                ServerSample sample = scrape(server.url());

                assertThat(sample.getValues())
                        .as(names.word())
                        .containsKeys(Signal.RUNNING.id(), Signal.WAITING.id(), Signal.KV_USAGE.id())
                        .containsKeys(Signal.PREEMPTIONS.id(), Signal.GENERATION_TOKENS.id());
                assertThat(sample.getHistograms())
                        .as(names.word())
                        .containsKeys(Signal.SERVER_TTFT.id(), Signal.SERVER_ITL.id(), Signal.SERVER_E2E.id());
                assertThat(sample.getModel()).isEqualTo("demo-small");
                boolean tellsItsStart = names != VllmMetricsVersion.V0_7;
                assertThat(sample.getProcessStart() != null).as(names.word()).isEqualTo(tellsItsStart);
            }
        }
    }

    /** Some pages have a histogram only once something was observed. */
    private static void answerOne(String url) throws InterruptedException, IOException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/v1/completions"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"prompt\":\"a\",\"max_tokens\":3}"))
                .build();
        int status = HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.discarding())
                .statusCode();
        assertThat(status).isEqualTo(200);
    }

    /** An answer is written at the moment at which its last step is counted, not after it. */
    private static void awaitGenerated(SimulatorServer server, long tokens) {
        Await.until(
                () -> server.engineState().generatedTokens() >= tokens,
                () -> server.engineState().toString());
        assertThat(server.engineState().generatedTokens()).isEqualTo(tokens);
    }

    private static ServerSample scrape(String url) throws InterruptedException {
        MetricsScraper.Source source = new MetricsScraper.Source("sim", URI.create(url + "/metrics"));
        return new MetricsScraper(HttpClient.newHttpClient(), CLOCKS, source, Duration.ofSeconds(30))
                .scrape()
                .get(0);
    }
}
