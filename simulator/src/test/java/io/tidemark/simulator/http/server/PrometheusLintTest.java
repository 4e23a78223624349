package io.tidemark.simulator.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.prometheus.PrometheusTool;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigLoader;
import io.tidemark.simulator.metrics.VllmMetricsVersion;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Prometheus' own parser and linter read every page ({@code promtool check metrics}; Debian: package prometheus, or its
 * binary on the PATH). What it finds is what vLLM and NVIDIA's exporter do themselves.
 */
@Tag("integration")
class PrometheusLintTest {
    @ParameterizedTest
    @EnumSource(VllmMetricsVersion.class)
    void promtoolFindsNothingInAPageThatIsNotVllmsOwn(VllmMetricsVersion names) throws Exception {
        assumePromtool();
        try (SimulatorServer server = start(names)) {
            HttpProbe probe = new HttpProbe(server.url());
            assertThat(probe.post("/v1/completions", "{\"prompt\":\"a b\",\"max_tokens\":20,\"n\":2}")
                            .statusCode())
                    .isEqualTo(200);

            List<String> findings = lint(probe.get("/metrics").body());

            assertThat(findings)
                    .allMatch(line -> line.matches("vllm:\\w+ metric names should not contain ':'")
                            || line.equals("vllm:iteration_tokens_total non-counter metrics should not have"
                                    + " \"_total\" suffix"));
            assertThat(findings).contains("vllm:num_requests_running metric names should not contain ':'");
        }
    }

    @Test
    void promtoolFindsNothingInTheGpusPageThatIsNotNvidiasOwn() throws Exception {
        assumePromtool();
        try (SimulatorServer server = start(VllmMetricsVersion.V1)) {
            String page = new HttpProbe("http://127.0.0.1:" + server.gpuPort().orElseThrow())
                    .get("/metrics")
                    .body();

            assertThat(lint(page))
                    .allMatch(line -> line.matches("DCGM_FI_DEV_\\w+ label names should be written in 'snake_case' not"
                                    + " 'camelCase'")
                            || line.equals("DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION counter metrics should have"
                                    + " \"_total\" suffix"))
                    .isNotEmpty();
        }
    }

    private static SimulatorServer start(VllmMetricsVersion names) {
        SimulatorOptions.Extras extras =
                new SimulatorOptions.Extras(false, names, OptionalInt.of(0), SimulatorOptions.Replicas.ONE, List.of());
        ServerConfig config = new ServerConfigLoader()
                .parse(
                        "test",
                        "{extends: demo-small, kv-offload: {host-blocks: 10}, speculative-config: {method: suffix,"
                                + " num-speculative-tokens: 3, drafting: {acceptance: 0.7, concentration: 0,"
                                + " most-drafts: 3, least-probability: 0, pass-seconds: 0, per-sequence-seconds: 0}}}");
        return SimulatorServer.start(
                config,
                SimulatorOptions.local(NanoClock.SYSTEM, InstantSource.system()).with(extras));
    }

    private static void assumePromtool() {
        assumeTrue(
                PrometheusTool.obstacle().isEmpty(),
                () -> PrometheusTool.obstacle().orElseThrow());
    }

    /** Exit status 3 means findings, 1 a page that cannot be read. */
    private static List<String> lint(String page) {
        PrometheusTool.Ended checked = PrometheusTool.checkMetrics(page);
        assertThat(checked.exitCode()).as(checked.output()).isIn(0, 3);
        return checked.output().lines().toList();
    }
}
