package io.tidemark.app.dashboards;

import java.util.List;

/** One run, or the runs of some phases beside each other, as clients measure them. */
final class RunDashboard {
    private static final Scope SCOPE = Scope.RUN;

    private RunDashboard() {}

    static Dashboard dashboard() {
        PanelGrid grid = new PanelGrid();
        now(grid);
        latencies(grid);
        requests(grid);
        return Dashboard.of(
                "tidemark-run",
                "Tidemark / Run",
                "Latencies with the limits of the objectives, load and held load, outcomes and tokens of the runs that are chosen.",
                "30m",
                new Dashboard.Content(ResultPanels.variables(), List.of(Dashboard.steps()), grid.panels()));
    }

    private static void now(PanelGrid grid) {
        grid.row("Now")
                .add(4, 4, Panel.names("Status", state("tidemark_run_status", "status")))
                .add(
                        4,
                        4,
                        Panel.names("Verdict of the newest step", state("tidemark_step_verdict", "verdict"))
                                .described("Of the newest step whose result is final."))
                .add(4, 4, ResultPanels.loadNow(SCOPE))
                .add(4, 4, ResultPanels.heldLoad(SCOPE))
                .add(
                        4,
                        4,
                        Panel.stat(
                                        "Failed load",
                                        FieldConfig.plain("none"),
                                        Query.now("A", SCOPE.max("tidemark_failed_load"), SCOPE.legend()))
                                .described("Lowest load that failed; of final results."))
                .add(4, 4, ResultPanels.openBreaches(SCOPE));
    }

    private static Query state(String metric, String label) {
        return Query.now(
                "A",
                "max by (phase, %s) (%s%s) == 1".formatted(label, metric, SCOPE.selector()),
                "{{phase}}: {{" + label + "}}");
    }

    private static void latencies(PanelGrid grid) {
        grid.row("Latencies")
                .add(
                        24,
                        9,
                        ResultPanels.latency(SCOPE, "TTFT from due", "ttft_due")
                                .withLoad(SCOPE)
                                .described(
                                        "From when a request was due to its first token, waiting in the client included."))
                .add(12, 8, ResultPanels.latency(SCOPE, "TPOT", "tpot").withLoad(SCOPE))
                .add(12, 8, ResultPanels.latency(SCOPE, "TTFT", "ttft").withLoad(SCOPE))
                .add(12, 8, ResultPanels.latency(SCOPE, "ITL", "itl"))
                .add(12, 8, ResultPanels.latency(SCOPE, "E2E from due", "e2e_due"));
    }

    private static void requests(PanelGrid grid) {
        grid.row("Requests")
                .add(12, 8, ResultPanels.badShare(SCOPE))
                .add(
                        12,
                        8,
                        Panel.lines(
                                "Requests by outcome",
                                "reqps",
                                Query.over(
                                        "A",
                                        SCOPE.rate("tidemark_requests_total", "class=~\"$class\"", "outcome") + " > 0",
                                        "{{outcome}}")))
                .add(
                        12,
                        8,
                        Panel.lines(
                                "Requests in flight",
                                "none",
                                Query.over(
                                        "A",
                                        "sum by (phase) (tidemark_requests_in_flight" + SCOPE.selector() + ")",
                                        SCOPE.legend())))
                .add(
                        12,
                        8,
                        Panel.lines(
                                "Client queue time",
                                "s",
                                Query.over(
                                        "A",
                                        SCOPE.quantile(0.99, "tidemark_queue_time_seconds"),
                                        "p99 " + SCOPE.legend())))
                .add(
                        12,
                        8,
                        Panel.lines(
                                "Output tokens",
                                "tokens/s",
                                Query.over("A", SCOPE.rate("tidemark_output_tokens_total"), SCOPE.legend())))
                .add(
                        12,
                        8,
                        Panel.lines(
                                "Cached prompt tokens",
                                "percentunit",
                                Query.over(
                                        "A",
                                        SCOPE.rate("tidemark_cached_prompt_tokens_total") + " / "
                                                + SCOPE.rate("tidemark_prompt_tokens_total"),
                                        SCOPE.legend())))
                .add(
                        24,
                        6,
                        Panel.lines(
                                        "Comparisons with the base",
                                        "none",
                                        Query.over(
                                                "A",
                                                "sum by (base_phase, phase, verdict) (tidemark_comparisons{team=~\"$team\",experiment=~\"$experiment\"})",
                                                "{{phase}} with {{base_phase}}: {{verdict}}"))
                                .described("Comparisons of each phase with the experiment's baseline, by verdict."));
    }
}
