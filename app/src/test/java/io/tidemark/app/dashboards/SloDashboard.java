package io.tidemark.app.dashboards;

import java.util.List;

/** Whether a soak keeps its objectives, what is left of its budgets, and whether anything drifts. */
final class SloDashboard {
    private static final Scope SCOPE = Scope.RUN;
    private static final String OBJECTIVE = "{{phase}} {{objective}}";

    private SloDashboard() {}

    static Dashboard dashboard() {
        PanelGrid grid = new PanelGrid();
        now(grid);
        budgets(grid);
        drift(grid);
        return Dashboard.of(
                "tidemark-slo",
                "Tidemark / Soak and SLO budget",
                "Error budgets and their burn rates, breaches, and what drifts over hours and days.",
                "24h",
                new Dashboard.Content(ResultPanels.variables(), List.of(Dashboard.steps()), grid.panels()));
    }

    private static void now(PanelGrid grid) {
        grid.row("Now")
                .add(8, 5, ResultPanels.budgetLeft(SCOPE, "phase, objective", OBJECTIVE))
                .add(4, 5, ResultPanels.openBreaches(SCOPE))
                .add(
                        4,
                        5,
                        Panel.stat(
                                "Burn-rate rules that fire",
                                FieldConfig.redFrom("none", 1),
                                Query.now(
                                        "A",
                                        "sum by (severity) (tidemark_burn_rule_firing" + SCOPE.selector() + ")",
                                        "{{severity}}")))
                .add(4, 5, ResultPanels.heldLoad(SCOPE))
                .add(
                        4,
                        5,
                        Panel.names(
                                "Objectives",
                                Query.now(
                                        "A",
                                        "max by (objective, state) (tidemark_objective_state" + SCOPE.selector()
                                                + ") == 1",
                                        "{{objective}}: {{state}}")));
    }

    private static void budgets(PanelGrid grid) {
        grid.row("Budgets")
                .add(
                        12,
                        8,
                        Panel.lines(
                                        "Error budget left",
                                        "percentunit",
                                        Query.over(
                                                "A",
                                                "min by (phase, objective) (tidemark_error_budget_left_ratio"
                                                        + SCOPE.selector() + ")",
                                                OBJECTIVE))
                                .withLimit("vector(0)", "spent"))
                .add(
                        12,
                        8,
                        Panel.lines(
                                        "Burn rate",
                                        "none",
                                        Query.over(
                                                "A",
                                                "max by (phase, objective, window) (tidemark_burn_rate_ratio"
                                                        + SCOPE.selector() + ")",
                                                OBJECTIVE + " {{window}}"))
                                .withLimit("vector(1)", "spends the budget in its period")
                                .withLoad(SCOPE))
                .add(
                        12,
                        8,
                        Panel.lines(
                                        "Bad requests in growing windows",
                                        "percentunit",
                                        ratio("5m"),
                                        ratio("1h"),
                                        ratio("6h"),
                                        ratio("3d"))
                                .withLimit(
                                        "max by (sloth_slo) (slo:error_budget:ratio" + SCOPE.selector() + ")",
                                        "allowed {{sloth_slo}}")
                                .described("By the recording rules of deploy/prometheus/sloth.rules.yaml."))
                .add(
                        12,
                        8,
                        Panel.lines(
                                "Breaches that opened in an hour",
                                "none",
                                Query.over(
                                        "A",
                                        "sum by (objective, severity) (increase(tidemark_breaches_total"
                                                + SCOPE.selector() + "[1h]))",
                                        "{{objective}} {{severity}}")));
    }

    private static Query ratio(String window) {
        return Query.over(
                "W" + window,
                "max by (sloth_slo) (slo:sli_error:ratio_rate" + window + SCOPE.selector() + ")",
                "{{sloth_slo}} " + window);
    }

    private static void drift(PanelGrid grid) {
        grid.row("Drift")
                .add(12, 8, ResultPanels.tail(SCOPE, "TTFT from due, p99", "ttft_due"))
                .add(12, 8, ResultPanels.tail(SCOPE, "TPOT, p99", "tpot"))
                .add(12, 8, ResultPanels.tail(SCOPE, "ITL, p99", "itl"))
                .add(
                        12,
                        8,
                        Panel.lines(
                                        "Output tokens",
                                        "tokens/s",
                                        Query.over("A", SCOPE.rate("tidemark_output_tokens_total"), SCOPE.legend()))
                                .withLoad(SCOPE))
                .add(
                        12,
                        8,
                        Panel.lines(
                                        "Requests that failed",
                                        "reqps",
                                        Query.over(
                                                "A",
                                                SCOPE.rate(
                                                        "tidemark_requests_total",
                                                        "class=\"all\",outcome!=\"ok\"",
                                                        "phase"),
                                                "failed " + SCOPE.legend()),
                                        Query.over(
                                                "B",
                                                SCOPE.rate(
                                                        "tidemark_requests_total",
                                                        "class=\"all\",outcome=\"empty\"",
                                                        "phase"),
                                                "empty " + SCOPE.legend()))
                                .described("Empty: answered with 200 and without a token."))
                .add(
                        12,
                        8,
                        Panel.lines(
                                        "Memory of the server's process",
                                        "bytes",
                                        Query.over("A", "process_resident_memory_bytes{job=\"vllm\"}", "{{instance}}"))
                                .described("A steady rise over hours is a leak."))
                .add(
                        24,
                        6,
                        Panel.lines(
                                "Restarts of the server in an hour",
                                "none",
                                Query.over(
                                        "A",
                                        "max by (instance) (changes(process_start_time_seconds{job=\"vllm\"}[1h]))",
                                        "{{instance}}")));
    }
}
