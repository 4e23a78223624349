package io.tidemark.simulator.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.fixtures.process.Await;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigLoader;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("integration")
class SimulatorServerTest {
    private static final String CHAT = "/v1/chat/completions";
    private static final Instant START = Instant.parse("2026-02-25T14:01:03Z");

    private SimulatorServer server;
    private HttpProbe probe;

    @BeforeEach
    void start() {
        ServerConfig config = new ServerConfigLoader().builtIn("demo-small");
        server = SimulatorServer.start(config, SimulatorOptions.local(NanoClock.SYSTEM, () -> START));
        probe = new HttpProbe(server.url());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void streamsRoleThenOneChunkPerTokenThenUsageThenDone() {
        HttpResponse<String> response = probe.post(CHAT, """
                 {"model":"demo-small","messages":[{"role":"user","content":"Say hi, please"}],"max_tokens":3,
                  "ignore_eos":true,"stream":true,"stream_options":{"include_usage":true}}\
                 """, "X-Request-Id", "abc");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("content-type")).hasValue("text/event-stream; charset=utf-8");
        List<String> events = HttpProbe.events(response);
        String head = "{\"id\":\"chatcmpl-abc\",\"object\":\"chat.completion.chunk\",\"created\":1772028063,"
                + "\"model\":\"demo-small\",\"choices\":[";
        assertThat(events).hasSize(6).allSatisfy(event -> assertThat(event).matches("\\[DONE]|\\{.*"));
        assertThat(events.get(0))
                .isEqualTo(head + "{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"},"
                        + "\"logprobs\":null,\"finish_reason\":null}],\"prompt_token_ids\":null}");
        assertThat(events.get(1))
                .startsWith(head + "{\"index\":0,\"delta\":{\"content\":\"")
                .contains("\"finish_reason\":null");
        assertThat(events.get(3)).contains("\"finish_reason\":\"length\",\"stop_reason\":null");
        assertThat(events.get(4))
                .isEqualTo(head + "],\"usage\":{\"prompt_tokens\":7,\"total_tokens\":10,\"completion_tokens\":3}}");
        assertThat(events.get(5)).isEqualTo("[DONE]");
    }

    @Test
    void logsWhenItWroteEachChunk() {
        long before = NanoClock.SYSTEM.nanos();
        probe.post(CHAT, """
                {"model":"demo-small","messages":[{"role":"user","content":"Hi"}],"max_tokens":4,"ignore_eos":true,"stream":true}\
                """, "X-Request-Id", "logged");
        long after = NanoClock.SYSTEM.nanos();

        WriteTimestamps writes = server.writeLog().of("logged").orElseThrow();
        assertThat(writes.contentNanos()).hasSize(4).isSorted();
        assertThat(writes.receivedNanos()).isBetween(before, after);
        long begun = writes.firstBegunNanos().orElseThrow();
        assertThat(begun).isGreaterThanOrEqualTo(writes.receivedNanos());
        assertThat(writes.firstContentNanos().orElseThrow()).isBetween(begun, after);
    }

    @Test
    void servesFiveHundredStreamsAtOnce() {
        String body = """
            {"model":"demo-small","prompt":"one two three","max_tokens":8,"ignore_eos":true,"stream":true}\
            """;
        List<CompletableFuture<HttpResponse<String>>> pending = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            pending.add(probe.postAsync("/v1/completions", body));
        }

        assertThat(pending)
                .allSatisfy(it -> assertThat(HttpProbe.events(it.get())).hasSize(9));
        assertThat(server.writeLog().all()).hasSize(500);
        assertThat(Await.reached(() -> server.engineState().generatedTokens() == 4_000))
                .isTrue();
    }
}
