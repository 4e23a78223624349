package io.tidemark.simulator.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.fixtures.process.Await;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigLoader;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The words and shapes of vLLM's HTTP surface. */
@Tag("integration")
class ProtocolTest {
    private static final String CHAT = "/v1/chat/completions";
    private static final String COMPLETIONS = "/v1/completions";
    private static final Instant START = Instant.parse("2026-02-25T14:01:03Z");

    private SimulatorServer server;
    private HttpProbe probe;

    @BeforeEach
    void start() {
        ServerConfig config = new ServerConfigLoader().parse("test", "{extends: demo-small, api-key: secret}");
        SimulatorOptions options =
                SimulatorOptions.local(NanoClock.SYSTEM, () -> START).servingWriteLog();
        server = SimulatorServer.start(config, options);
        probe = new HttpProbe(server.url());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aWholeChatAnswerCarriesItsTextAndUsage() {
        String body = post(CHAT, """
            {"model":"demo-small","messages":[{"role":"user","content":[{"type":"text","text":"Say hi"}]}],
             "max_completion_tokens":2,"max_tokens":9,"ignore_eos":true}\
            """).body();

        assertThat(body)
                .matches("\\{\"id\":\"chatcmpl-[0-9a-f]{32}\",\"object\":\"chat.completion\",\"created\":1772028063,"
                        + "\"model\":\"demo-small\",\"choices\":\\[\\{\"index\":0,\"message\":\\{\"role\":\"assistant\",\"content\":\"[a-z]+"
                        + " [a-z]+\",\"refusal\":null.*")
                .contains("\"finish_reason\":\"length\"")
                .contains("\"usage\":{\"prompt_tokens\":5,\"total_tokens\":7,\"completion_tokens\":2,");
    }

    /** 60 tokens are three full blocks of 16, which the second request finds; the first found none, which vLLM leaves out. */
    @Test
    void usageTellsOfCachedTokensWhereItIsAskedTo() {
        String ids = IntStream.rangeClosed(1, 60).mapToObj(Integer::toString).collect(Collectors.joining(","));
        String asked = "{\"prompt\":[" + ids + "],\"max_tokens\":2,\"ignore_eos\":true";
        ServerConfig telling = new ServerConfigLoader()
                .parse("server.yaml", "extends: demo-small\nenable-prompt-tokens-details: true\n");
        try (SimulatorServer other =
                SimulatorServer.start(telling, SimulatorOptions.local(NanoClock.SYSTEM, () -> START))) {
            HttpProbe asking = new HttpProbe(other.url());
            String first = asking.post(COMPLETIONS, asked + "}").body();
            List<String> second = HttpProbe.events(
                    asking.post(COMPLETIONS, asked + ",\"stream\":true,\"stream_options\":{\"include_usage\":true}}"));
            assertThat(first).contains("\"completion_tokens\":2,\"prompt_tokens_details\":null}");
            assertThat(second.get(2))
                    .contains("\"completion_tokens\":2,\"prompt_tokens_details\":{\"cached_tokens\":48}}");
        }
    }

    @Test
    void aCompletionStreamHasNoRoleChunkAndNamesUsageInEveryChunk() {
        List<String> events = HttpProbe.events(
                post(COMPLETIONS, "{\"prompt\":[1,2,3],\"max_tokens\":2,\"ignore_eos\":true,\"stream\":true}"));

        assertThat(events).hasSize(3);
        assertThat(events.get(0))
                .matches(
                        "\\{\"id\":\"cmpl-[0-9a-f]{32}\",\"object\":\"text_completion\",.*\"text\":\"[a-z]+\",.*\"usage\":null}");
        assertThat(events.get(1)).contains("\"finish_reason\":\"length\"");
        assertThat(events.get(2)).isEqualTo("[DONE]");
    }

    @Test
    void continuousUsageCountsUpInEveryChunk() {
        List<String> events = HttpProbe.events(post(COMPLETIONS, """
            {"prompt":"a b","max_tokens":2,"ignore_eos":true,"stream":true,
             "stream_options":{"include_usage":true,"continuous_usage_stats":true}}\
            """));

        assertThat(events).hasSize(4);
        assertThat(events.get(0))
                .contains("\"usage\":{\"prompt_tokens\":2,\"total_tokens\":3,\"completion_tokens\":1}");
        assertThat(events.get(1))
                .contains("\"usage\":{\"prompt_tokens\":2,\"total_tokens\":4,\"completion_tokens\":2}");
        assertThat(events.get(2)).contains("\"choices\":[],\"usage\":{\"prompt_tokens\":2,\"total_tokens\":4");
    }

    @Test
    void anAnswerThatEndsByItselfStopsWithAnEmptyLastPiece() {
        List<String> events =
                HttpProbe.events(post(COMPLETIONS, "{\"prompt\":\"a b\",\"max_tokens\":4000,\"stream\":true}"));

        assertThat(events.get(events.size() - 2)).contains("\"text\":\"\"").contains("\"finish_reason\":\"stop\"");
        assertThat(events.size()).isBetween(5, 200);
    }

    @Test
    void minTokensPutsOffTheEnd() {
        String body = post(COMPLETIONS, "{\"prompt\":\"a b\",\"max_tokens\":80,\"min_tokens\":80}")
                .body();

        assertThat(body).contains("\"completion_tokens\":80,");
    }

    @Test
    void theSamePromptGetsTheSameAnswer() {
        String ask = "{\"prompt\":\"the tide\",\"max_tokens\":50}";

        assertThat(text(post(COMPLETIONS, ask))).isEqualTo(text(post(COMPLETIONS, ask)));
    }

    @Test
    void theSecondTurnFindsTheFirstInThePrefixCache() {
        String opening = "{\"role\":\"user\",\"content\":\"" + "high water ".repeat(50) + "\"}";
        String ask = "{\"messages\":[%s],\"max_tokens\":20,\"min_tokens\":20}";
        String answer = post(CHAT, ask.formatted(opening)).body().replaceAll(".*\"content\":\"([^\"]*)\".*", "$1");
        String resent = "{\"role\":\"assistant\",\"content\":\"" + answer + "\"}";

        post(CHAT, ask.formatted(opening + "," + resent + ",{\"role\":\"user\",\"content\":\"and then?\"}"));

        // 103 prompt tokens and 20 of the answer are 7 full blocks of 16.
        assertThat(server.engineState().prefixHitTokens()).isEqualTo(112);
    }

    @Test
    void refusalsAreWordedAsVllmWordsThem() {
        assertRefused(
                post(CHAT, "{\"model\":\"gpt-5\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}"),
                404,
                "{\"error\":{\"message\":\"The model `gpt-5` does not"
                        + " exist.\",\"type\":\"NotFoundError\",\"param\":\"model\",\"code\":404}}");
        assertRefused(
                post(COMPLETIONS, "{\"prompt\":\"" + "x ".repeat(5000) + "\"}"),
                400,
                "{\"error\":{\"message\":\"This model's maximum context length is 4096 tokens. However, your request"
                        + " has 5000 input tokens. Please reduce the length of the input messages.\","
                        + "\"type\":\"BadRequestError\",\"param\":null,\"code\":400}}");
        assertRefused(
                post(COMPLETIONS, "{\"prompt\":\"x y\",\"max_tokens\":4095}"),
                400,
                "{\"error\":{\"message\":\"'max_tokens' or 'max_completion_tokens' is too large: 4095. This model's"
                        + " maximum context length is 4096 tokens and your request has 2 input tokens"
                        + " (4095 > 4096 - 2).\",\"type\":\"BadRequestError\",\"param\":\"max_tokens\",\"code\":400}}");
        assertThat(post(CHAT, "{\"model\":").statusCode()).isEqualTo(400);
        assertThat(post(CHAT, "{\"model\":").body()).contains("JSON decode error", "\"type\":\"Bad Request\"");
        assertThat(post(CHAT, "{}").body()).contains("\"param\":\"body.messages\"");
        assertThat(post(CHAT, "[]").statusCode()).isEqualTo(400);
        assertThat(post(COMPLETIONS, "{\"prompt\":\"x\",\"max_tokens\":0}").body())
                .contains("max_tokens must be at least 1, got 0.");
    }

    @Test
    void wrongPathsAndMethodsAreRefused() {
        assertRefused(
                probe.get("/v2/nothing"),
                404,
                "{\"error\":{\"message\":\"Not Found\",\"type\":\"Not Found\",\"param\":null,\"code\":404}}");
        assertThat(probe.get("/tokenize").statusCode()).isEqualTo(405);
    }

    @Test
    void onlyPathsUnderV1NeedTheKey() {
        assertRefused(probe.get("/v1/models"), 401, "{\"error\":\"Unauthorized\"}");
        assertRefused(probe.post(CHAT, "{}", "Authorization", "Bearer wrong"), 401, "{\"error\":\"Unauthorized\"}");
        assertThat(probe.get("/health").statusCode()).isEqualTo(200);
    }

    @Test
    void itSpeaksHttp11OnlyAsUvicornDoes() {
        assertThat(probe.get("/health").version()).isEqualTo(HttpClient.Version.HTTP_1_1);
    }

    @Test
    void theSmallPagesAreThere() {
        assertThat(probe.get("/health").body()).isEmpty();
        assertThat(probe.get("/ping").statusCode()).isEqualTo(200);
        assertThat(probe.get("/version").body()).isEqualTo("{\"version\":\"0.14.1\"}");
        assertThat(probe.post("/tokenize", "{\"prompt\":\"a b a\"}").body())
                .matches("\\{\"count\":3,\"max_model_len\":4096,\"tokens\":\\[(\\d+),\\d+,\\1],\"token_strs\":null}");
        assertThat(probe.getWith("/v1/models", "Authorization", "Bearer secret").body())
                .startsWith("{\"object\":\"list\",\"data\":[{\"id\":\"demo-small\",\"object\":\"model\",")
                .contains("\"root\":\"tidemark/demo-small\"", "\"max_model_len\":4096");
    }

    @Test
    void metricsCountWhatWasServed() {
        post(COMPLETIONS, "{\"prompt\":\"a b\",\"max_tokens\":5,\"ignore_eos\":true}");
        assertThat(Await.reached(() -> server.engineState().generatedTokens() == 5))
                .isTrue();

        HttpResponse<String> page = probe.get("/metrics");

        assertThat(page.headers().firstValue("content-type")).hasValue("text/plain; version=0.0.4; charset=utf-8");
        String labels = "{engine=\"0\",model_name=\"demo-small\"} ";
        assertThat(page.body().lines())
                .contains(
                        "process_start_time_seconds 1.772028063e+09",
                        "vllm:prompt_tokens_total" + labels + "2.0",
                        "vllm:generation_tokens_total" + labels + "5.0",
                        "vllm:time_to_first_token_seconds_count" + labels + "1.0",
                        "vllm:inter_token_latency_seconds_count" + labels + "4.0",
                        "vllm:e2e_request_latency_seconds_count" + labels + "1.0",
                        "vllm:num_requests_running" + labels + "0.0");
    }

    @Test
    void theWriteLogIsServedAsJsonLines() {
        probe.post(
                COMPLETIONS,
                "{\"prompt\":\"a\",\"max_tokens\":2,\"ignore_eos\":true,\"stream\":true}",
                "Authorization",
                "Bearer secret",
                "X-Request-Id",
                "one");

        assertThat(probe.get("/simulator/writes").body())
                .matches(
                        "\\{\"request\":\"one\",\"receivedNanos\":-?\\d+,\"firstBegunNanos\":-?\\d+,\"contentNanos\":\\[-?\\d+,-?\\d+],\"dueNanos\":\\[-?\\d+,-?\\d+]}\n");
    }

    private HttpResponse<String> post(String path, String body) {
        return probe.post(path, body, "Authorization", "Bearer secret");
    }

    private static String text(HttpResponse<String> completion) {
        return completion.body().replaceAll(".*\"text\":\"([^\"]*)\".*", "$1");
    }

    private static void assertRefused(HttpResponse<String> response, int status, String body) {
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.body()).isEqualTo(body);
    }
}
