package io.tidemark.simulator.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.fixtures.process.Await;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigLoader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Clients that leave, and faults that are injected. */
@Tag("integration")
class FaultsTest {
    private static final String PATH = "/v1/completions";
    private static final String STREAM = "{\"prompt\":\"a b\",\"max_tokens\":4,\"ignore_eos\":true,\"stream\":true}";
    private static final String ENGINE_ERROR =
            "{\"error\":{\"message\":\"EngineCore encountered an issue. See stack trace (above) for the root cause.\","
                    + "\"type\":\"InternalServerError\",\"param\":null,\"code\":%d}}";

    @Test
    void aClientThatLeavesFreesItsSlotAndCountsAsAbort() throws IOException {
        try (SimulatorServer server = start("")) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
                String body = "{\"prompt\":\"a b\",\"max_tokens\":4000,\"ignore_eos\":true,\"stream\":true}";
                String request = "POST " + PATH
                        + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                        + body.length() + "\r\n\r\n" + body;
                socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
                assertThat(socket.getInputStream().read()).isEqualTo('H');
                assertThat(Await.reached(() -> server.engineState().running() == 1))
                        .isTrue();
            }

            assertThat(Await.reached(() -> server.engineState().running() == 0)).isTrue();
            assertThat(server.engineState().kvUsage()).isZero();
            assertThat(new HttpProbe(server.url()).get("/metrics").body())
                    .contains("finished_reason=\"abort\",model_name=\"demo-small\"} 1.0");
        }
    }

    @Test
    void anErrorRateAnswersWithItsStatus() {
        try (SimulatorServer server = start("error-rate: 1, error-status: 503")) {
            HttpResponse<String> response = new HttpProbe(server.url()).post(PATH, STREAM);

            assertThat(response.statusCode()).isEqualTo(503);
            assertThat(response.body()).isEqualTo(ENGINE_ERROR.formatted(503));
        }
    }

    @Test
    void aStreamBreaksOffWithAnErrorEvent() {
        try (SimulatorServer server = start("mid-stream-error-rate: 1, mid-stream-error-after-tokens: 2")) {
            // so long that it is still in the engine when its stream breaks off, however busy the machine is
            String open = STREAM.replace("4,", "4000,");
            List<String> events = HttpProbe.events(new HttpProbe(server.url()).post(PATH, open));

            assertThat(events).hasSize(4);
            assertThat(events.get(2)).isEqualTo(ENGINE_ERROR.formatted(500));
            assertThat(events.get(3)).isEqualTo("[DONE]");
            assertThat(Await.reached(() -> server.engineState().running() == 0)).isTrue();
            assertThat(new HttpProbe(server.url()).get("/metrics").body())
                    .contains("finished_reason=\"error\",model_name=\"demo-small\"} 1.0");
        }
    }

    @Test
    void aStalledEngineAnswersNothingUntilItGoesOn() {
        long beforeNanos = NanoClock.SYSTEM.nanos();
        try (SimulatorServer server = start("stall-from-seconds: 0, stall-to-seconds: 0.3")) {
            new HttpProbe(server.url()).post(PATH, STREAM, "X-Request-Id", "stalled");

            WriteTimestamps writes = server.writeLog().of("stalled").orElseThrow();
            assertThat(writes.firstContentNanos().orElseThrow() - beforeNanos).isGreaterThan(300_000_000L);
            assertThat(writes.contentNanos()).hasSize(4);
        }
    }

    private static SimulatorServer start(String faults) {
        ServerConfig config = new ServerConfigLoader().parse("test", "{extends: demo-small, faults: {" + faults + "}}");
        return SimulatorServer.start(config, SimulatorOptions.local(NanoClock.SYSTEM, InstantSource.system()));
    }
}
