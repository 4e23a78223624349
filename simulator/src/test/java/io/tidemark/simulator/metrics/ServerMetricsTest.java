package io.tidemark.simulator.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigLoader;
import io.tidemark.simulator.engine.EngineState;
import io.tidemark.simulator.engine.KvOffloadCounts;
import io.tidemark.simulator.engine.StepResult;
import io.tidemark.simulator.engine.cost.StepWork;
import io.tidemark.simulator.engine.speculation.SpeculationCounts;
import io.tidemark.simulator.metrics.HttpMetrics.ServedRequest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The pages to compare with are explained in {@code README.md} beside them. */
class ServerMetricsTest {
    private static final long MILLI = 1_000_000;
    private static final double STARTED_SECONDS = 1_772_028_063.25;
    private static final EngineState STATE =
            new EngineState(42, 3, 0.4137, 7, 1_764_312, 1_523_360, 1_000_000, 143_712, 1);
    private static final EngineState IDLE = new EngineState(0, 0, 0, 0, 0, 0, 0, 0, 0);

    @Test
    void todaysPageIsWhatPrometheusClientWrites() throws IOException {
        ServerMetrics metrics = observed(VllmMetricsVersion.V1);
        metrics.engine(0).changed(speculating(STATE, new SpeculationCounts(10, 20, 11, List.of(8L, 3L))));
        metrics.engine(1).changed(speculating(IDLE, new SpeculationCounts(0, 0, 0, List.of(0L, 0L))));

        assertThat(withoutProcess(metrics.page())).isEqualTo(resource("v1.txt"));
    }

    @Test
    void thePageOfTenIsWhatPrometheusClientWrites() throws IOException {
        assertThat(withoutProcess(observed(VllmMetricsVersion.V0_10).page())).isEqualTo(resource("v0.10.txt"));
    }

    @Test
    void theOldPageHasTheShapeOfARecordedOne() throws IOException {
        ServerConfig config = new ServerConfigLoader()
                .parse("test", "{extends: demo-small, served-model-name: facebook/opt-125m, max-model-len: 2048}");
        ServerMetrics metrics =
                new ServerMetrics(config, new ServerMetrics.Layout(VllmMetricsVersion.V0, 1), STARTED_SECONDS);
        metrics.engine(0).finished(new FinishedRequest("length", 5, 0, 7, 7, new RequestTimes(0, 0, 0, 1, 2)));

        String recorded = resource("vllm-0.5-recorded.txt")
                .lines()
                .filter(line -> !line.contains("vllm:avg_"))
                .collect(Collectors.joining("\n", "", "\n"));
        assertThat(shape(withoutProcess(metrics.page())).replaceAll("cache_config_info\\{.*}", "cache_config_info{}"))
                .isEqualTo(shape(recorded).replaceAll("cache_config_info\\{.*}", "cache_config_info{}"));
    }

    @Test
    void thePageOfSevenIsWhatPrometheusClientCollectsFromTwoProcesses() throws IOException {
        ServerMetrics metrics = observed(VllmMetricsVersion.V0_7);
        metrics.engine(0).changed(speculating(STATE, new SpeculationCounts(10, 20, 11, List.of(8L, 3L))));

        assertThat(metrics.page()).isEqualTo(resource("v0.7.txt"));
    }

    @Test
    void onThePageOfSevenThereIsNothingThatWasNotSeen() {
        ServerMetrics metrics = metrics("{extends: demo-small}", new ServerMetrics.Layout(VllmMetricsVersion.V0_7, 1));

        assertThat(metrics.page())
                .contains("vllm:prompt_tokens_total{model_name=\"demo-small\"} 0.0")
                .contains("vllm:gpu_prefix_cache_hit_rate{model_name=\"demo-small\"} -1.0")
                .doesNotContain("histogram", "request_success", "spec_decode", "process_", "python_");
    }

    @Test
    void copiesOfKvBlocksAreWhatPrometheusClientWritesForTheOffloadingConnector() throws IOException {
        String offloading = "{extends: demo-small, served-model-name: 'm/x \"q\"', kv-cache-dtype: fp8, kv-offload:"
                + " {host-blocks: 100, block-bytes: 458752, load-seconds-per-block: 1.8e-5}}";
        ServerMetrics metrics = metrics(offloading, ServerMetrics.Layout.PLAIN);
        StepResult step = new StepResult(0, 1, new StepWork(205, 1, 0, 0, 6), 205, List.of(), List.of());

        metrics.engine(0).stepped(step, offloading(new KvOffloadCounts(100, 0, 3, 0, 3)));
        metrics.engine(0).changed(offloading(new KvOffloadCounts(100, 0, 23, 0, 23)));
        metrics.engine(0).stepped(step, offloading(new KvOffloadCounts(100, 0, 23, 0, 23)));
        metrics.engine(0).stepped(step, offloading(new KvOffloadCounts(500, 320, 23, 20, 23)));

        assertThat(families(metrics.page(), "vllm:kv_offload_")).isEqualTo(resource("offload.txt"));
        assertThat(metrics.page())
                .contains("vllm:external_prefix_cache_queries_total{engine=\"0\",model_name=\"m/x \\\"q\\\"\"} 500.0")
                .contains("vllm:external_prefix_cache_hits_total{engine=\"0\",model_name=\"m/x \\\"q\\\"\"} 320.0")
                .contains("cache_dtype=\"fp8\"");
    }

    @Test
    void aProfileKnowsTheBytesOfABlock() {
        ServerMetrics metrics = metrics(
                "{extends: qwen2.5-7b-awq-rtx5070, kv-offload: {host-blocks: 100}}", ServerMetrics.Layout.PLAIN);
        StepResult step = new StepResult(0, 1, new StepWork(205, 1, 0, 0, 6), 205, List.of(), List.of());

        metrics.engine(0).stepped(step, offloading(new KvOffloadCounts(100, 0, 2, 0, 2)));

        // 2 blocks of 16 tokens; keys and values of 28 layers, 4 heads of 128 elements of 1 byte
        assertThat(metrics.page()).contains("transfer_type=\"GPU_to_CPU\"} 917504.0");
    }

    @Test
    void theV0EngineHasNoEngineLabelAndSoThereIsOnlyOne() {
        assertThatThrownBy(() -> new ServerMetrics.Layout(VllmMetricsVersion.V0, 2))
                .hasMessage(
                        "metrics names v0 are those of one engine but there are 2: the V0 engine has no engine label");
    }

    @Test
    void whatNoVllmHasIsNotCountedAsItsHandler() {
        ServerMetrics metrics = metrics("{extends: demo-small}", ServerMetrics.Layout.PLAIN);

        answered(metrics, new ServedRequest("/simulator/faults", "POST", 200, 5, 10, MILLI, STARTED_SECONDS));

        assertThat(metrics.page()).doesNotContain("/simulator");
    }

    @Test
    void nothingIsSaidOfSpeculationWhileItIsOff() {
        assertThat(observed(VllmMetricsVersion.V1).page()).doesNotContain("spec_decode");
    }

    @Test
    void theProcessIsThereAndHasItsStart() {
        assertThat(observed(VllmMetricsVersion.V1).page().lines())
                .contains("process_start_time_seconds 1.77202806325e+09", "# TYPE process_cpu_seconds_total counter")
                .anyMatch(line -> line.startsWith("python_info{implementation=\"CPython\",major=\"3\""));
    }

    private static ServerMetrics observed(VllmMetricsVersion names) {
        int engines = names == VllmMetricsVersion.V0_7 ? 1 : 2;
        ServerMetrics metrics = metrics(
                "{extends: demo-small, served-model-name: 'm/x \"q\"'}", new ServerMetrics.Layout(names, engines));
        EngineMetrics engine = metrics.engine(0);
        engine.stepped(new StepResult(0, 1, new StepWork(205, 1, 0, 0, 6), 205, List.of(), List.of()), STATE);
        engine.firstToken(100 * MILLI);
        engine.firstToken(31_234_500);
        engine.nextToken(8_500_000);
        engine.nextToken(20_000);
        engine.finished(new FinishedRequest(
                "stop", 200, 96, 31, 0, new RequestTimes(0, 5 * MILLI, 55 * MILLI, 100 * MILLI, 400 * MILLI)));
        engine.answered(1, 31);
        engine.finished(new FinishedRequest("length", 300, 0, 1, 1, new RequestTimes(0, 0, 0, 30 * MILLI, 30 * MILLI)));
        engine.answered(1, 1);
        engine.requestAborted("abort");
        answered(metrics, new ServedRequest("/v1/completions", "POST", 200, 120, 0, 400 * MILLI, STARTED_SECONDS));
        answered(metrics, new ServedRequest("/v1/completions", "POST", 404, 60, 150, 2 * MILLI, STARTED_SECONDS));
        answered(metrics, new ServedRequest("none", "GET", 404, 0, 70, MILLI, STARTED_SECONDS));
        answered(metrics, new ServedRequest("/health", "GET", 200, 0, 0, MILLI, STARTED_SECONDS));
        return metrics;
    }

    private static ServerMetrics metrics(String yaml, ServerMetrics.Layout layout) {
        return new ServerMetrics(new ServerConfigLoader().parse("test", yaml), layout, STARTED_SECONDS);
    }

    private static EngineState offloading(KvOffloadCounts counts) {
        return new EngineState(0, 0, 0, 0, 0, 0, 0, 0, 0, SpeculationCounts.NONE, counts);
    }

    /** The lines of families whose names begin so. */
    private static String families(String page, String name) {
        return page.lines()
                .filter(line -> line.matches("(# \\w+ )?" + name + ".*"))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static void answered(ServerMetrics metrics, ServedRequest answered) {
        metrics.http().recordResponse(answered);
    }

    private static EngineState speculating(EngineState state, SpeculationCounts counts) {
        return new EngineState(
                state.running(),
                state.waiting(),
                state.kvUsage(),
                state.preemptions(),
                state.prefixQueryTokens(),
                state.prefixHitTokens(),
                state.promptTokens(),
                state.generatedTokens(),
                state.steps(),
                counts,
                state.offload());
    }

    /** What is measured of this very process cannot be compared. */
    private static String withoutProcess(String page) {
        return page.lines()
                .filter(line -> !line.matches("(# \\w+ )?(process|python)_.*"))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    /** Names, helps, types and labels, without values. */
    private static String shape(String page) {
        return page.lines()
                .map(line -> line.startsWith("#") ? line : line.substring(0, line.lastIndexOf(' ')))
                .collect(Collectors.joining("\n"));
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = ServerMetricsTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
