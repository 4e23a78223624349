package io.tidemark.app.dashboards;

import java.util.List;

/** Variables and panels of results that several dashboards have. */
final class ResultPanels {
    private static final String RUNS = "tidemark_run_status";

    private ResultPanels() {}

    /** What chooses the series of {@link Scope#RUN}. */
    static List<Variable> variables() {
        return List.of(
                Variable.dataSource(),
                Variable.one("team", "Team", "tidemark_exporter_ready"),
                Variable.many("experiment", "Experiment", RUNS + "{team=~\"$team\"}"),
                Variable.many("run", "Run", RUNS + "{team=~\"$team\",experiment=~\"$experiment\"}"),
                Variable.many("target", "Target", RUNS + "{team=~\"$team\",run=~\"$run\"}"),
                requestClass());
    }

    /** Class "all" holds all others, so one is chosen. */
    static Variable requestClass() {
        return Variable.one("class", "Class", "tidemark_requests_total{team=~\"$team\"}", "all");
    }

    /** Median, p95 and p99 of a latency with the limits of its objectives. */
    static Panel latency(Scope scope, String title, String metric) {
        String histogram = "tidemark_" + metric + "_seconds";
        return Panel.lines(
                        title,
                        "s",
                        Query.over("P50", scope.quantile(0.5, histogram), "p50 " + scope.legend()),
                        Query.over("P95", scope.quantile(0.95, histogram), "p95 " + scope.legend()),
                        Query.over("P99", scope.quantile(0.99, histogram), "p99 " + scope.legend()))
                .withLimits(scope, metric);
    }

    /** The highest latencies alone, with limits, load and held load: for dashboards with more to show. */
    static Panel tail(Scope scope, String title, String metric) {
        return Panel.lines(
                        title,
                        "s",
                        Query.over(
                                "P99",
                                scope.quantile(0.99, "tidemark_" + metric + "_seconds"),
                                "p99 " + scope.legend()))
                .withLimits(scope, metric)
                .withLoad(scope);
    }

    /** Share of bad requests of each objective, with what it allows. */
    static Panel badShare(Scope scope) {
        return Panel.lines(
                        "Bad requests by objective",
                        "percentunit",
                        Query.over("BAD", scope.badShare("objective"), "{{objective}}"))
                .withLimit(
                        "1 - max by (objective) (tidemark_objective_target_ratio" + scope.selector() + ")",
                        "allowed {{objective}}")
                .described("Exact counts of the measured parts of steps: worse than the limit, or not ok.");
    }

    static Panel loadNow(Scope scope) {
        return Panel.stat("Load", FieldConfig.plain("none"), Query.now("A", scope.load(), scope.legend()))
                .described("Of the newest step: requests per second, or requests in flight.");
    }

    static Panel heldLoad(Scope scope) {
        return Panel.stat("Held load", FieldConfig.plain("none"), Query.now("A", scope.heldLoad(), scope.legend()))
                .described("Highest load that passed, below the lowest that failed; of final results.");
    }

    static Panel openBreaches(Scope scope) {
        return Panel.stat(
                "Open breaches",
                FieldConfig.redFrom("none", 1),
                Query.now(
                        "A",
                        "sum by (%s) (tidemark_breaches_open%s)".formatted(scope.by(), scope.selector()),
                        scope.legend()));
    }

    static Panel budgetLeft(Scope scope, String labels, String legend) {
        return Panel.stat(
                        "Error budget left",
                        FieldConfig.redBelow("percentunit", 0.1),
                        Query.now(
                                "A",
                                "min by (%s) (tidemark_error_budget_left_ratio%s)".formatted(labels, scope.selector()),
                                legend))
                .described("Of the newest step. Below 0 more was spent than the budget of the period.");
    }
}
