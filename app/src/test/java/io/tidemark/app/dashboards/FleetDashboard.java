package io.tidemark.app.dashboards;

import java.util.List;

/** All teams: who runs what, who keeps the objectives, who holds which load. */
final class FleetDashboard {
    private static final Scope SCOPE = Scope.TEAMS;
    private static final String OF_CLASS_ALL = "class=\"all\"";

    private FleetDashboard() {}

    static Dashboard dashboard() {
        PanelGrid grid = new PanelGrid();
        grid.row("Teams").add(24, 8, teams());
        results(grid);
        load(grid);
        return Dashboard.of(
                "tidemark-fleet",
                "Tidemark / Fleet of teams",
                "Runs, objectives, budgets, held load and traffic of every team.",
                "6h",
                new Dashboard.Content(
                        List.of(
                                Variable.dataSource(),
                                Variable.many("team", "Team", "tidemark_exporter_ready"),
                                ResultPanels.requestClass()),
                        List.of(),
                        grid.panels()));
    }

    private static Panel teams() {
        return Panel.table(
                "Teams",
                List.of(
                        FieldConfig.columnTitle("A", "results are read", "bool_yes_no"),
                        FieldConfig.columnTitle("B", "runs", "none"),
                        FieldConfig.columnTitle("C", "requests/s", "none"),
                        FieldConfig.columnTitle("D", "open breaches", "none"),
                        FieldConfig.columnTitle("E", "least error budget left", "percentunit"),
                        FieldConfig.columnTitle("F", "regressions", "none")),
                Query.column("A", byTeam("max", "tidemark_exporter_ready", "")),
                Query.column("B", byTeam("max", "tidemark_exporter_runs", "")),
                Query.column("C", SCOPE.rate("tidemark_requests_total", OF_CLASS_ALL, "team")),
                Query.column("D", byTeam("sum", "tidemark_breaches_open", "")),
                Query.column("E", byTeam("min", "tidemark_error_budget_left_ratio", "")),
                Query.column("F", byTeam("sum", "tidemark_comparisons", "verdict=\"regressed\"")));
    }

    private static String byTeam(String fold, String gauge, String more) {
        return fold + " by (team) (" + gauge + (more.isEmpty() ? SCOPE.selector() : SCOPE.selector(more)) + ")";
    }

    private static void results(PanelGrid grid) {
        grid.row("Objectives")
                .add(12, 9, ResultPanels.tail(SCOPE, "TTFT from due, p99", "ttft_due"))
                .add(12, 9, ResultPanels.tail(SCOPE, "TPOT, p99", "tpot"))
                .add(
                        12,
                        8,
                        Panel.lines(
                                        "Bad requests by team",
                                        "percentunit",
                                        Query.over("A", SCOPE.badShare("team, objective"), "{{team}} {{objective}}"))
                                .withLimit(
                                        "1 - max by (team, objective) (tidemark_objective_target_ratio"
                                                + SCOPE.selector() + ")",
                                        "allowed {{team}} {{objective}}"))
                .add(
                        12,
                        8,
                        Panel.lines(
                                        "Error budget left",
                                        "percentunit",
                                        Query.over(
                                                "A",
                                                "min by (team, objective) (tidemark_error_budget_left_ratio"
                                                        + SCOPE.selector() + ")",
                                                "{{team}} {{objective}}"))
                                .withLimit("vector(0)", "spent"))
                .add(
                        12,
                        8,
                        Panel.lines(
                                "Open breaches",
                                "none",
                                Query.over("A", byTeam("sum", "tidemark_breaches_open", ""), "{{team}}")))
                .add(
                        12,
                        8,
                        Panel.lines(
                                "Regressions",
                                "none",
                                Query.over(
                                        "A",
                                        byTeam("sum", "tidemark_comparisons", "verdict=\"regressed\""),
                                        "{{team}}")));
    }

    private static void load(PanelGrid grid) {
        grid.row("Load")
                .add(
                        12,
                        8,
                        Panel.lines("Held load", "none", Query.over("A", SCOPE.heldLoad(), SCOPE.legend()))
                                .described("Highest load that passed: requests per second, or in flight."))
                .add(
                        12,
                        8,
                        Panel.lines(
                                "Requests",
                                "reqps",
                                Query.over(
                                        "A", SCOPE.rate("tidemark_requests_total", OF_CLASS_ALL, "team"), "{{team}}")))
                .add(
                        12,
                        8,
                        Panel.lines(
                                "Output tokens",
                                "tokens/s",
                                Query.over(
                                        "A",
                                        SCOPE.rate("tidemark_output_tokens_total", OF_CLASS_ALL, "team"),
                                        "{{team}}")))
                .add(
                        12,
                        8,
                        Panel.lines(
                                "Requests in flight",
                                "none",
                                Query.over("A", byTeam("sum", "tidemark_requests_in_flight", ""), "{{team}}")));
    }
}
