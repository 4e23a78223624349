package io.tidemark.simulator.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.fixtures.process.Await;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.simulator.config.ServerConfigLoader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The parts of vLLM's surface that a simple client does not need and others do. */
@Tag("integration")
class SurfaceTest {
    private static final String CHAT = "/v1/chat/completions";
    private static final String COMPLETIONS = "/v1/completions";

    private SimulatorServer server;
    private HttpProbe probe;

    @BeforeEach
    void start() {
        server = start("demo-small");
        probe = new HttpProbe(server.url());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void severalAnswersToOneRequestAreToldApartByIndex() {
        String body = probe.post(
                        CHAT,
                        "{\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}],\"n\":3,\"max_tokens\":4,\"ignore_eos\":true}")
                .body();

        assertThat(body).contains("{\"index\":0,", "{\"index\":1,", "{\"index\":2,");
        assertThat(body).contains("\"prompt_tokens\":4,\"total_tokens\":16,\"completion_tokens\":12");
        assertThat(Await.reached(() -> server.engineState().generatedTokens() == 12))
                .isTrue();
        String page = probe.get("/metrics").body();
        assertThat(page)
                .contains("vllm:request_params_n_sum{engine=\"0\",model_name=\"demo-small\"} 3.0")
                .contains("vllm:request_params_n_count{engine=\"0\",model_name=\"demo-small\"} 1.0")
                .contains(
                        "vllm:request_success_total{engine=\"0\",finished_reason=\"length\",model_name=\"demo-small\"}"
                                + " 3.0");
    }

    @Test
    void aStreamOfSeveralAnswersOpensEachAndEndsOnce() {
        List<String> events = HttpProbe.events(probe.post(CHAT, """
            {"messages":[{"role":"user","content":"hi"}],"n":2,"max_tokens":3,"ignore_eos":true,"stream":true,
             "stream_options":{"include_usage":true}}\
            """));

        assertThat(events).hasSize(2 + 2 * 3 + 2);
        assertThat(events.subList(0, 2)).allMatch(event -> event.contains("\"role\":\"assistant\""));
        assertThat(events.stream().filter(event -> event.contains("\"finish_reason\":\"length\"")))
                .hasSize(2);
        assertThat(events.get(events.size() - 2)).contains("\"choices\":[]", "\"completion_tokens\":6");
        assertThat(events.get(events.size() - 1)).isEqualTo("[DONE]");
    }

    @Test
    void severalPromptsAreAnsweredInOrder() {
        String both = probe.post(COMPLETIONS, "{\"prompt\":[\"a b\",\"c d e\"],\"max_tokens\":3,\"ignore_eos\":true}")
                .body();
        String second = probe.post(COMPLETIONS, "{\"prompt\":\"c d e\",\"max_tokens\":3,\"ignore_eos\":true}")
                .body();

        assertThat(both).contains("\"prompt_tokens\":5,\"total_tokens\":11,\"completion_tokens\":6");
        assertThat(both).contains("{\"index\":1,\"text\":\"" + text(second) + "\"");
    }

    @Test
    void aStopStringEndsTheAnswerAndIsLeftOut() {
        String ask = "{\"prompt\":\"the tide\",\"max_tokens\":60,\"ignore_eos\":true%s}";
        String whole = text(probe.post(COMPLETIONS, ask.formatted("")).body());
        String[] words = whole.split(" ", -1);
        String stop = words[7] + " " + words[8];

        String stopped = probe.post(COMPLETIONS, ask.formatted(",\"stop\":[\"" + stop + "\"]"))
                .body();
        List<String> streamed =
                HttpProbe.events(probe.post(COMPLETIONS, ask.formatted(",\"stream\":true,\"stop\":\"" + stop + "\"")));

        assertThat(text(stopped)).isEqualTo(whole.substring(0, whole.indexOf(stop)));
        assertThat(stopped).contains("\"finish_reason\":\"stop\",\"stop_reason\":\"" + stop + "\"");
        String joined = streamed.subList(0, streamed.size() - 1).stream()
                .map(SurfaceTest::text)
                .reduce("", String::concat);
        assertThat(joined).isEqualTo(text(stopped));
        assertThat(text(probe.post(
                                COMPLETIONS,
                                ask.formatted(",\"include_stop_str_in_output\":true,\"stop\":\"" + stop + "\""))
                        .body()))
                .endsWith(stop);
    }

    @Test
    void logProbabilitiesAreThereWhenAskedFor() {
        String chat = probe.post(CHAT, """
            {"messages":[{"role":"user","content":"hi"}],"max_tokens":2,"ignore_eos":true,"logprobs":true,"top_logprobs":2}\
            """).body();
        String text = probe.post(COMPLETIONS, "{\"prompt\":\"a\",\"max_tokens\":2,\"ignore_eos\":true,\"logprobs\":1}")
                .body();

        assertThat(chat)
                .containsPattern(
                        "\"logprobs\":\\{\"content\":\\[\\{\"token\":\"\\w+\",\"logprob\":-0[.\\d]+,\"bytes\":\\[");
        assertThat(text)
                .containsPattern(
                        "\"logprobs\":\\{\"text_offset\":\\[0,\\d+],\"token_logprobs\":\\[-0[.\\d]+,-0[.\\d]+],");
    }

    @Test
    void samplingIsCheckedInVllmsWords() {
        assertRefused("{\"prompt\":\"a\",\"n\":0}", "n must be at least 1, got 0.");
        assertRefused("{\"prompt\":\"a\",\"temperature\":-1}", "temperature must be non-negative, got -1.0.");
        assertRefused("{\"prompt\":\"a\",\"top_p\":2}", "top_p must be in (0, 1], got 2.0.");
        assertRefused("{\"prompt\":\"a\",\"stop\":\"\"}", "stop cannot contain an empty string.");
        assertRefused(
                "{\"prompt\":\"a\",\"max_tokens\":2,\"min_tokens\":3}",
                "min_tokens must be less than or equal to max_tokens=2, got 3.");
        assertRefused(
                "{\"prompt\":\"a\",\"stream_options\":{\"include_usage\":true}}",
                "Stream options can only be defined when `stream=True`.");
    }

    @Test
    void oldVersionsWordErrorsFlat() {
        try (SimulatorServer old = start("{extends: demo-small, version: 0.10.0}")) {
            assertThat(new HttpProbe(old.url()).get("/nothing").body())
                    .isEqualTo("{\"object\":\"error\",\"message\":\"Not Found\",\"type\":\"Not"
                            + " Found\",\"param\":null,\"code\":404}");
        }
    }

    @Test
    void otherMethodsAreRefusedWithThoseThatAreAllowed() {
        HttpResponse<String> refused = probe.send("PUT", COMPLETIONS);
        assertThat(refused.statusCode()).isEqualTo(405);
        assertThat(refused.headers().firstValue("allow")).hasValue("POST");
        assertThat(probe.send("HEAD", "/v1/models").statusCode()).isEqualTo(405);
        assertThat(probe.send("OPTIONS", CHAT).statusCode()).isEqualTo(405);
    }

    @Test
    void browsersMayAsk() {
        HttpResponse<String> preflight = probe.send(
                "OPTIONS",
                CHAT,
                "Origin",
                "http://ui.example",
                "Access-Control-Request-Method",
                "POST",
                "Access-Control-Request-Headers",
                "authorization");

        assertThat(preflight.statusCode()).isEqualTo(200);
        assertThat(preflight.headers().firstValue("access-control-allow-origin"))
                .hasValue("*");
        assertThat(preflight.headers().firstValue("access-control-allow-headers"))
                .hasValue("authorization");
        assertThat(probe.getWith("/v1/models", "Origin", "http://ui.example")
                        .headers()
                        .firstValue("access-control-allow-origin"))
                .hasValue("*");
    }

    @Test
    void aBodyThatDoesNotSayItIsJsonIsRefused() {
        HttpResponse<String> refused =
                probe.postAs("application/x-www-form-urlencoded", COMPLETIONS, "{\"prompt\":\"a\",\"max_tokens\":1}");

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body())
                .isEqualTo("{\"error\":{\"message\":\"Unsupported Media Type: Only"
                        + " 'application/json' is allowed\",\"type\":\"Bad Request\",\"param\":null,\"code\":400}}");
        assertThat(probe.postAs("application/json; charset=utf-8", COMPLETIONS, "{\"prompt\":\"a\",\"max_tokens\":1}")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void onlyTheServedModelTokenizes() {
        assertThat(probe.post("/tokenize", "{\"model\":\"gpt-5\",\"prompt\":\"a\"}")
                        .body())
                .contains("The model `gpt-5` does not exist.");
        assertThat(probe.post("/detokenize", "{\"model\":\"gpt-5\",\"tokens\":[1]}")
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void theRestOfTheSmallPagesIsThere() {
        assertThat(probe.get("/load").body()).isEqualTo("{\"server_load\":0}");
        assertThat(probe.post("/detokenize", "{\"tokens\":[1,255]}").body()).isEqualTo("{\"prompt\":\"w1 wff\"}");
        assertThat(probe.post("/detokenize", "{}").body()).contains("\"param\":\"body.tokens\"");
        assertThat(probe.get("/health").headers().firstValue("date"))
                .hasValueSatisfying(date -> assertThat(date).matches("\\w{3}, \\d{2} \\w{3} \\d{4} [\\d:]{8} GMT"));
    }

    @Test
    void pipelinedRequestsAreAnsweredInOrderOnOneConnection() throws IOException {
        String body = "{\"prompt\":\"a b\",\"max_tokens\":2,\"ignore_eos\":true}";
        String slow =
                "POST " + COMPLETIONS + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: "
                        + body.length() + "\r\n\r\n" + body;
        String fast = "GET /version HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream().write((slow + slow + fast).getBytes(StandardCharsets.US_ASCII));

            String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(all.split("HTTP/1.1 200 OK", -1)).hasSize(4);
            assertThat(all.indexOf("{\"version\"")).isGreaterThan(all.lastIndexOf("\"text_completion\""));
        }
    }

    @Test
    void aClientThatLeavesAWholeAnswerIsAnAbortOfAllItsChoices() throws IOException {
        String body = "{\"prompt\":\"a b\",\"max_tokens\":4000,\"ignore_eos\":true,\"n\":2}";
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            String request =
                    "POST " + COMPLETIONS + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: "
                            + body.length() + "\r\n\r\n";
            socket.getOutputStream().write((request + body).getBytes(StandardCharsets.US_ASCII));
            assertThat(Await.reached(() -> server.engineState().running() == 2)).isTrue();
            assertThat(probe.get("/load").body()).isEqualTo("{\"server_load\":1}");
        }

        assertThat(Await.reached(() -> server.engineState().running() == 0)).isTrue();
        assertThat(Await.reached(() -> probe.get("/load").body().equals("{\"server_load\":0}")))
                .isTrue();
        assertThat(probe.get("/metrics").body())
                .contains("vllm:request_success_total{engine=\"0\",finished_reason=\"abort\",model_name=\"demo-small\"}"
                        + " 2.0");
    }

    private void assertRefused(String body, String message) {
        HttpResponse<String> response = probe.post(COMPLETIONS, body);
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains(message);
    }

    private static SimulatorServer start(String profile) {
        ServerConfigLoader configs = new ServerConfigLoader();
        return SimulatorServer.start(
                profile.startsWith("{") ? configs.parse("test", profile) : configs.builtIn(profile),
                SimulatorOptions.local(NanoClock.SYSTEM, InstantSource.system()));
    }

    private static String text(String completion) {
        return completion.replaceAll("(?s).*?\"text\":\"([^\"]*)\".*", "$1");
    }
}
