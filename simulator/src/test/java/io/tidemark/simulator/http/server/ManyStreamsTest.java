package io.tidemark.simulator.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.fixtures.process.Await;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.simulator.config.ServerConfigLoader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Thousands of streams are open at once, and every one of them comes to its end. */
@Tag("long")
class ManyStreamsTest {
    private static final int STREAMS = 2_000;

    @Test
    void holdsTwoThousandStreams() throws IOException {
        String profile = "{extends: demo-small, max-num-seqs: 4096, kv-capacity-tokens: 262144}";
        String body = "{\"prompt\":\"one two\",\"max_tokens\":40,\"ignore_eos\":true,\"stream\":true}";
        byte[] request = ("POST /v1/completions HTTP/1.1\r\n"
                        + "Host: x\r\n"
                        + "Connection: close\r\n"
                        + "Content-Type: application/json\r\n"
                        + "Content-Length: "
                        + body.length() + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.US_ASCII);
        List<Socket> sockets = new ArrayList<>();
        try (SimulatorServer server = SimulatorServer.start(
                new ServerConfigLoader().parse("test", profile),
                SimulatorOptions.local(NanoClock.SYSTEM, InstantSource.system()))) {
            server.inject(io.tidemark.simulator.faults.Fault.parse("stall"));
            for (int i = 0; i < STREAMS; i++) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
                socket.getOutputStream().write(request);
                sockets.add(socket);
            }
            HttpProbe probe = new HttpProbe(server.url());
            assertThat(Await.reached(() -> probe.get("/load").body().equals("{\"server_load\":" + STREAMS + "}")))
                    .isTrue();
            server.clearFaults();

            assertThat(Await.reached(() -> server.engineState().running() == STREAMS))
                    .isTrue();
            for (Socket socket : sockets) {
                String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
                assertThat(answer).contains("data: [DONE]");
            }
            assertThat(Await.reached(() -> server.engineState().generatedTokens() == STREAMS * 40L))
                    .isTrue();
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }
}
