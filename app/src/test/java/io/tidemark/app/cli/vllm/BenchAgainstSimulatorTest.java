package io.tidemark.app.cli.vllm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.common.primitives.ImmutableDoubleArray;
import com.sun.net.httpserver.HttpServer;
import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.importers.vllm.bench.BenchRequest;
import io.tidemark.importers.vllm.bench.BenchmarkAggregates;
import io.tidemark.importers.vllm.bench.PeakConcurrencyRule;
import io.tidemark.importers.vllm.bench.VllmBenchMetric;
import io.tidemark.importers.vllm.bench.VllmGoodputLimits;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.simulator.config.ServerConfigLoader;
import io.tidemark.simulator.http.server.SimulatorOptions;
import io.tidemark.simulator.http.server.SimulatorServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tidemark bench} as a user of {@code vllm bench serve} types it, against the simulator and a stack of its own. */
@Tag("integration")
class BenchAgainstSimulatorTest {
    private static final int PROMPTS = 20;
    private static final double TOLERANCE = 1e-9;

    @TempDir
    private Path home;

    @Test
    void blockAndFileSayWhatWasMeasured() throws Exception {
        try (SimulatorServer server = SimulatorServer.start(
                        new ServerConfigLoader().builtIn("demo-default"),
                        SimulatorOptions.local(NanoClock.SYSTEM, InstantSource.system()));
                Shell shell = new Shell(home)) {
            int exit = shell.run(("bench serve --backend openai-chat --base-url " + server.url()
                            + " --num-prompts " + PROMPTS
                            + " --request-rate 20 --random-input-len 32 --random-output-len 8 --random-range-ratio 0.5"
                            + " --percentile-metrics ttft,tpot,itl,e2el --metric-percentiles 50,99 --goodput ttft:60000"
                            + " --metadata tp=1 --save-result --save-detailed --result_filename result.json --result-dir "
                            + home + " --no-calibrate --trust-remote-code"
                            + " --set limits.schedule_lag_p99=60s --set limits.sent_share=0.01")
                    .split(" ", -1));

            assertThat(exit).as(shell.err()).isEqualTo(ExitCode.OK.code());
            assertThat(shell.err())
                    .contains("--trust-remote-code has no effect")
                    .contains("whose TTFT ends at the first chunk, even a role alone   events in files until ")
                    .contains("Tidemark's figures (a role chunk is no token):");
            JsonNode file =
                    new JsonMapper().readTree(home.resolve("result.json").toFile());
            assertSumsConserve(file);
            assertFiguresFollowFromTheDetails(file);
            assertBlockSaysWhatTheFileSays(shell.out().lines().toList(), file);
        }
    }

    @Test
    void aSecretHeaderGoesWithTheRequests() throws Exception {
        Set<String> sent = ConcurrentHashMap.newKeySet();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            boolean asked = exchange.getRequestURI().getPath().equals("/v1/chat/completions");
            if (asked) {
                sent.add(exchange.getRequestHeaders().getFirst("Authorization") + " "
                        + exchange.getRequestHeaders().getFirst("X-Route"));
            }
            exchange.sendResponseHeaders(asked ? 403 : 404, -1);
            exchange.close();
        });
        server.start();
        try (Shell shell = new Shell(home)) {
            int exit = shell.run(("bench serve --backend openai-chat --model m --base-url http://127.0.0.1:"
                            + server.getAddress().getPort()
                            + " --num-prompts 2 --random-input-len 32 --random-output-len 8 --no-calibrate"
                            + " --header Authorization=Bearer-hush X-Route=b")
                    .split(" ", -1));

            assertThat(exit).isEqualTo(ExitCode.INFRASTRUCTURE.code());
            assertThat(sent).as(shell.err()).containsExactly("Bearer-hush b");
        } finally {
            server.stop(0);
        }
    }

    private static void assertSumsConserve(JsonNode file) {
        assertThat(file.path("completed").intValue() + file.path("failed").intValue())
                .isEqualTo(PROMPTS);
        assertThat(file.path("completed").intValue()).isEqualTo(PROMPTS);
        assertThat(sum(file.path("input_lens")))
                .isEqualTo(file.path("total_input_tokens").intValue());
        assertThat(sum(file.path("output_lens")))
                .isEqualTo(file.path("total_output_tokens").intValue());
        for (String key :
                List.of("ttfts", "itls", "latencies", "start_times", "queue_times", "generated_texts", "errors")) {
            assertThat(file.path(key)).as(key).hasSize(PROMPTS);
        }
        assertThat(file.path("generated_texts"))
                .allMatch(text -> !text.textValue().isEmpty());
        assertThat(file.path("tp").textValue()).isEqualTo("1");
        assertThat(file.path("max_concurrency").isNull()).isTrue();
        assertThat(file.path("request_rate").doubleValue()).isEqualTo(20.0);
        assertThat(file.path("tidemark").path("outcomes").path("OK").intValue()).isEqualTo(PROMPTS);
        assertThat(file.path("tidemark").path("ttft_due_ms").path("count").intValue())
                .isEqualTo(PROMPTS);
    }

    private static int sum(JsonNode numbers) {
        return StreamSupport.stream(numbers.spliterator(), false)
                .mapToInt(JsonNode::intValue)
                .sum();
    }

    private static void assertFiguresFollowFromTheDetails(JsonNode file) {
        BenchmarkAggregates figures = BenchmarkAggregates.of(
                requests(file),
                new BenchmarkAggregates.Parameters(
                        file.path("duration").doubleValue(),
                        VllmGoodputLimits.of(List.of("ttft:60000")),
                        PeakConcurrencyRule.EXACT));

        same(file, "request_throughput", figures.requestThroughput());
        same(file, "request_goodput", figures.requestGoodput());
        same(file, "output_throughput", figures.outputThroughput());
        same(file, "total_token_throughput", figures.totalTokenThroughput());
        same(file, "max_output_tokens_per_s", figures.peakOutputTokensPerSecond());
        same(file, "max_concurrent_requests", figures.peakConcurrentRequests());
        for (VllmBenchMetric metric :
                List.of(VllmBenchMetric.TTFT, VllmBenchMetric.TPOT, VllmBenchMetric.ITL, VllmBenchMetric.E2EL)) {
            String name = "_" + metric.key() + "_ms";
            same(file, "mean" + name, figures.of(metric).meanMillis());
            same(file, "median" + name, figures.of(metric).medianMillis());
            same(file, "std" + name, figures.of(metric).stdMillis());
            same(file, "p99" + name, figures.of(metric).percentileMillis(99));
        }
    }

    private static void same(JsonNode file, String key, double expected) {
        assertThat(file.path(key).isNumber()).as(key).isTrue();
        assertThat(file.path(key).doubleValue()).as(key).isEqualTo(expected, within(TOLERANCE));
    }

    private static List<BenchRequest> requests(JsonNode file) {
        List<BenchRequest> requests = new ArrayList<>();
        for (int i = 0; i < PROMPTS; i++) {
            ImmutableDoubleArray.Builder gaps = ImmutableDoubleArray.builder();
            file.path("itls").path(i).forEach(gap -> gaps.add(gap.doubleValue()));
            requests.add(new BenchRequest(
                    file.path("errors").path(i).textValue().isEmpty(),
                    file.path("input_lens").path(i).intValue(),
                    file.path("output_lens").path(i).intValue(),
                    new BenchRequest.Timing(
                            file.path("start_times").path(i).doubleValue(),
                            file.path("queue_times").path(i).doubleValue(),
                            file.path("ttfts").path(i).doubleValue(),
                            gaps.build(),
                            file.path("latencies").path(i).doubleValue()),
                    "",
                    ""));
        }
        return requests;
    }

    private static void assertBlockSaysWhatTheFileSays(List<String> out, JsonNode file) {
        assertThat(out.get(0)).isEqualTo("============ Serving Benchmark Result ============");
        assertThat(out.get(out.size() - 1)).isEqualTo("=".repeat(50));
        assertThat(out).allMatch(line -> line.length() == 50 || line.length() == 51);
        assertThat(out).anyMatch(line -> line.matches("Successful requests: +" + PROMPTS + " +"));
        assertThat(out)
                .anyMatch(line -> line.matches("Total generated tokens: +"
                        + file.path("total_output_tokens").intValue() + " +"));
    }
}
