package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.app.stack.DeployedQueries.Asked;
import io.tidemark.fixtures.RepositoryFiles;
import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.process.FreePorts;
import io.tidemark.prometheus.AlertmanagerServer;
import io.tidemark.prometheus.PrometheusServer;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.simulator.config.ServerConfigLoader;
import io.tidemark.simulator.faults.Fault;
import io.tidemark.simulator.http.server.SimulatorOptions;
import io.tidemark.simulator.http.server.SimulatorOptions.Extras;
import io.tidemark.simulator.http.server.SimulatorServer;
import io.tidemark.simulator.metrics.VllmMetricsVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two phases run against a simulated server through the local stack, the second one with slow tokens; then the second one again, until its
 * breach has been told. A real Prometheus with the files of
 * deploy/prometheus scrapes the stack, the server and its accelerators, and two real Alertmanagers with the file of deploy/alertmanager are
 * told by both.
 */
@Tag("integration")
final class DashboardQueriesTest {
    private static final Pattern PAGE = Pattern.compile("http://(\\S+)/metrics");
    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    private Path folder;

    private Path home;

    @BeforeEach
    void programsAreInstalled() throws IOException {
        assumeTrue(
                PrometheusServer.obstacle().isEmpty(),
                () -> PrometheusServer.obstacle().orElseThrow());
        assumeTrue(
                AlertmanagerServer.obstacle().isEmpty(),
                () -> AlertmanagerServer.obstacle().orElseThrow());
        home = Files.createDirectory(folder.resolve("home"));
    }

    @Test
    void everyQueryOfEveryPanelAndRuleReturnsSeriesAndBothAlertmanagersAreTold() throws Exception {
        String[] peers = {"127.0.0.1:" + FreePorts.next(), "127.0.0.1:" + FreePorts.next()};
        try (SimulatorServer server = server();
                AlertmanagerServer first = alertmanager("am-1", peers[0], peers[1]);
                AlertmanagerServer second = alertmanager("am-2", peers[1], peers[0]);
                TidemarkProcess up = up(List.of(first, second));
                PrometheusServer prometheus = DeployedPrometheus.start(
                        folder,
                        Map.of(
                                "tidemark-results", page(up),
                                "vllm", address(server.url()),
                                "dcgm", "127.0.0.1:" + server.gpuPort().orElseThrow()),
                        List.of(address(first.url()), address(second.url())))) {
            run(server, "base");
            server.inject(Fault.parse("slow-tokens=40"));
            run(server, "slow");
            // Of another experiment: receivers were notified of the breaches of this one.
            try (TidemarkProcess lasting =
                    start(server, "slow", "--set", "steps[0].duration=30m", "--set", "experiment=lasting")) {
                for (AlertmanagerServer one : List.of(first, second)) {
                    up.await(() ->
                            json(one.get("/api/v2/status")).at("/cluster/peers").size() == 2);
                    up.await(() -> alerts(one).containsKey("SloBreach"));
                    up.await(() -> !alerts(one)
                            .getOrDefault("TidemarkBreachOpen", JSON.nullNode())
                            .at("/status/inhibitedBy")
                            .isEmpty());
                }
                lasting.interrupt();
                lasting.exitCode();
            }
            List<Asked> empty = new ArrayList<>(asked(prometheus));
            Await.until(
                    () -> {
                        empty.removeIf(one -> hasValue(prometheus, one.expression()));
                        return empty.isEmpty();
                    },
                    TidemarkProcess.PATIENCE,
                    () -> "nothing is returned by " + empty);
        }
    }

    /** So many that a file that is not read is noticed. */
    private static List<Asked> asked(PrometheusServer prometheus) {
        List<Asked> all =
                new ArrayList<>(DeployedQueries.ofDashboards((series, label) -> values(prometheus, series, label)));
        assertThat(all).hasSizeGreaterThan(100);
        List<Asked> rules = DeployedQueries.ofRules();
        assertThat(rules).hasSizeGreaterThan(40);
        all.addAll(rules);
        return all;
    }

    private static List<String> values(PrometheusServer prometheus, String series, String label) {
        Set<String> values = new TreeSet<>();
        prometheus
                .query(series)
                .forEach(one -> values.add(one.path("metric").path(label).asText()));
        return List.copyOf(values);
    }

    /** Whether any series has a number; a rate of nothing over nothing has none. */
    private static boolean hasValue(PrometheusServer prometheus, String expression) {
        for (JsonNode series : prometheus.query(expression)) {
            if (series.has("histogram") || !series.at("/value/1").asText().equals("NaN")) {
                return true;
            }
        }
        return false;
    }

    private static SimulatorServer server() {
        return SimulatorServer.start(
                new ServerConfigLoader().builtIn("demo-tuned"),
                SimulatorOptions.local(NanoClock.SYSTEM, InstantSource.system())
                        .with(new Extras(
                                false,
                                VllmMetricsVersion.V1,
                                OptionalInt.of(0),
                                SimulatorOptions.Replicas.ONE,
                                List.of())));
    }

    private AlertmanagerServer alertmanager(String name, String own, String other) throws IOException {
        return AlertmanagerServer.ofPair(
                Files.createDirectory(folder.resolve(name)),
                RepositoryFiles.read("deploy/alertmanager/alertmanager.yaml"),
                own,
                other);
    }

    private TidemarkProcess up(List<AlertmanagerServer> alertmanagers) throws IOException {
        Path alerts = Files.writeString(folder.resolve("alerts.yaml"), """
                receivers:
                  - name: alertmanager
                    alertmanager: { urls: [ "%s", "%s" ] }
                routes:
                  - receivers: [ alertmanager ]
                rules:
                  SloBreach: { for: 0s }
                """.formatted(
                        alertmanagers.get(0).url(), alertmanagers.get(1).url()));
        TidemarkProcess up = TidemarkProcess.start(home, "up", "--http", "0", "--alerts", alerts.toString());
        up.awaitSaid("It is up.");
        return up;
    }

    private void run(SimulatorServer server, String phase) throws Exception {
        try (TidemarkProcess run = start(server, phase)) {
            run.exitCode();
        }
    }

    private TidemarkProcess start(SimulatorServer server, String phase, String... more) {
        List<String> arguments = new ArrayList<>(
                List.of("run", plan().toString(), "--live", "--phase", phase, "--target", server.url()));
        arguments.addAll(List.of(more));
        return TidemarkProcess.start(home, arguments.toArray(String[]::new));
    }

    /** Its load is held by the first phase, and its latencies are far above their limits in the second. */
    private Path plan() {
        try {
            return Files.writeString(folder.resolve("plan.yaml"), """
                    experiment: review
                    phases: [ { name: base }, { name: slow } ]
                    workload: { kind: synthetic, prompt_tokens: 20-30, output_tokens: 8-12 }
                    arrivals: constant
                    limits: { schedule_lag_p99: 30s }
                    calibrate: false
                    first_request: false
                    slo:
                      verdict: short-run
                      period: 24h
                      objectives:
                        - tpot p95 < 200ms over 10s
                        - ttft_due p95 < 5s over 10s
                        - ttft p95 < 5s over 10s
                        - itl p95 < 5s over 10s
                        - e2e_due p95 < 10s over 10s
                    steps:
                      - { rate: 10, duration: 5s }
                      - { rate: 20, duration: 5s }
                    """);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The alerts that are active, by name; of those that share one, the last. */
    private static Map<String, JsonNode> alerts(AlertmanagerServer server) {
        Map<String, JsonNode> alerts = new LinkedHashMap<>();
        json(server.alerts())
                .forEach(alert -> alerts.put(alert.at("/labels/alertname").asText(), alert));
        return alerts;
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String page(TidemarkProcess up) {
        Matcher page = PAGE.matcher(up.out());
        assertThat(page.find()).as(up.out()).isTrue();
        return page.group(1);
    }

    private static String address(String url) {
        return URI.create(url).getAuthority();
    }
}
