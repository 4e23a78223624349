package io.tidemark.app.dashboards;

import java.util.ArrayList;
import java.util.List;

/** What clients see above what the server says of itself, on one time axis. */
final class ServerDashboard {
    private static final Scope SCOPE = Scope.RUN;
    private static final String SERVER = "{instance=~\"$server\"}";
    private static final String GPU = "{Hostname=~\"$gpu_host\"}";
    private static final String GPU_LEGEND = "{{Hostname}} {{gpu}}";
    private static final int WIDTH = 24;
    private static final int HEIGHT = 7;

    private ServerDashboard() {}

    static Dashboard dashboard() {
        PanelGrid grid = new PanelGrid();
        client(grid);
        server(grid);
        gpu(grid);
        List<Variable> variables = new ArrayList<>(ResultPanels.variables());
        variables.add(Variable.many("server", "Server", "vllm:num_requests_running", "instance"));
        variables.add(Variable.many("gpu_host", "GPU host", "DCGM_FI_DEV_GPU_UTIL", "Hostname"));
        return Dashboard.of(
                "tidemark-server",
                "Tidemark / Server beside client",
                "Latencies as clients measure them above the server's own metrics: queue, KV cache, preemptions, prefix cache, GPUs.",
                "30m",
                new Dashboard.Content(List.copyOf(variables), List.of(Dashboard.steps()), grid.panels()));
    }

    private static void client(PanelGrid grid) {
        grid.row("As clients measure")
                .add(WIDTH, 9, ResultPanels.latency(SCOPE, "TTFT", "ttft").withLoad(SCOPE))
                .add(WIDTH, 9, ResultPanels.latency(SCOPE, "TPOT", "tpot").withLoad(SCOPE));
    }

    private static void server(PanelGrid grid) {
        grid.row("As the server says")
                .add(
                        WIDTH,
                        HEIGHT,
                        Panel.lines(
                                        "TTFT and ITL by the server",
                                        "s",
                                        quantile("A", 0.5, "time_to_first_token"),
                                        quantile("B", 0.99, "time_to_first_token"),
                                        quantile("C", 0.5, "inter_token_latency"),
                                        quantile("D", 0.99, "inter_token_latency"))
                                .described(
                                        "Interpolated in the server's fixed buckets, and without the network: the distance to the panels above shows both."))
                .add(
                        WIDTH,
                        HEIGHT,
                        Panel.lines(
                                "Requests in the server",
                                "none",
                                sum("A", "vllm:num_requests_running", "running {{instance}}"),
                                sum("B", "vllm:num_requests_waiting", "waiting {{instance}}")))
                .add(
                        WIDTH,
                        HEIGHT,
                        Panel.lines(
                                "KV cache in use",
                                "percentunit",
                                Query.over(
                                        "A",
                                        "max by (instance) (vllm:kv_cache_usage_perc" + SERVER + ")",
                                        "{{instance}}")))
                .add(
                        WIDTH,
                        HEIGHT,
                        Panel.lines("Preemptions", "ops", rate("A", "vllm:num_preemptions_total", "{{instance}}")))
                .add(
                        WIDTH,
                        HEIGHT,
                        Panel.lines(
                                "Prefix cache hits",
                                "percentunit",
                                Query.over(
                                        "A",
                                        rate("vllm:prefix_cache_hits_total") + " / "
                                                + rate("vllm:prefix_cache_queries_total"),
                                        "{{instance}}")))
                .add(
                        WIDTH,
                        HEIGHT,
                        Panel.lines(
                                "Tokens",
                                "tokens/s",
                                rate("A", "vllm:prompt_tokens_total", "prompt {{instance}}"),
                                rate("B", "vllm:generation_tokens_total", "output {{instance}}"),
                                Query.over(
                                        "C",
                                        SCOPE.rate("tidemark_output_tokens_total"),
                                        "output by clients {{phase}}")));
    }

    private static Query quantile(String refId, double quantile, String latency) {
        String expr = "histogram_quantile(%s, sum by (le) (rate(vllm:%s_seconds_bucket%s[$__rate_interval])))"
                .formatted(quantile, latency, SERVER);
        return Query.over(refId, expr, latency + " " + quantile);
    }

    private static Query sum(String refId, String gauge, String legend) {
        return Query.over(refId, "sum by (instance) (" + gauge + SERVER + ")", legend);
    }

    private static Query rate(String refId, String counter, String legend) {
        return Query.over(refId, rate(counter), legend);
    }

    private static String rate(String counter) {
        return "sum by (instance) (rate(" + counter + SERVER + "[$__rate_interval]))";
    }

    private static void gpu(PanelGrid grid) {
        grid.row("GPUs, by dcgm-exporter")
                .add(
                        WIDTH,
                        HEIGHT,
                        Panel.lines(
                                "GPU utilization",
                                "percent",
                                Query.over("A", "DCGM_FI_DEV_GPU_UTIL" + GPU, GPU_LEGEND)))
                .add(
                        WIDTH,
                        HEIGHT,
                        Panel.lines(
                                "GPU memory in use",
                                "decmbytes",
                                Query.over("A", "DCGM_FI_DEV_FB_USED" + GPU, GPU_LEGEND)))
                .add(
                        WIDTH,
                        HEIGHT,
                        Panel.lines("SM clock", "rotmhz", Query.over("A", "DCGM_FI_DEV_SM_CLOCK" + GPU, GPU_LEGEND))
                                .described("A clock that falls under load is throttled, by heat or by power."))
                .add(
                        WIDTH,
                        HEIGHT,
                        Panel.lines("Power", "watt", Query.over("A", "DCGM_FI_DEV_POWER_USAGE" + GPU, GPU_LEGEND)));
    }
}
