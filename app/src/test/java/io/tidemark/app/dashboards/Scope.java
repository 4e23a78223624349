package io.tidemark.app.dashboards;

/**
 * Which series of results a dashboard shows, and which of them it shows apart; its expressions in PromQL.
 *
 * @param matchers of labels, by the dashboard's variables
 * @param by labels whose values are shown apart
 * @param legend of a series, of these labels
 */
record Scope(String matchers, String by, String legend) {
    /** Of the runs that are chosen, each phase. */
    static final Scope RUN = new Scope(
            "team=~\"$team\",experiment=~\"$experiment\",run=~\"$run\",target=~\"$target\"", "phase", "{{phase}}");

    /** Of the teams that are chosen, each phase of each experiment. */
    static final Scope TEAMS =
            new Scope("team=~\"$team\"", "team, experiment, phase", "{{team}} {{experiment}} {{phase}}");

    /** The matchers of a series. */
    String selector() {
        return "{" + matchers + "}";
    }

    /** The matchers of a series, and more of them. */
    String selector(String more) {
        return "{" + matchers + "," + more + "}";
    }

    /** A quantile of a latency as clients measured it, seconds; by a native histogram. */
    String quantile(double quantile, String histogram) {
        return "histogram_quantile(%s, sum by (%s) (rate(%s%s[$__rate_interval])))"
                .formatted(quantile, by, histogram, selector("class=~\"$class\""));
    }

    /** A counter's increase per second. */
    String rate(String counter, String more, String labels) {
        return "sum by (%s) (rate(%s%s[$__rate_interval]))".formatted(labels, counter, selector(more));
    }

    /** The same of all classes together. */
    String rate(String counter) {
        return rate(counter, "class=\"all\"", by);
    }

    /** The newest value of a gauge, the highest of series that are shown as one. */
    String max(String gauge) {
        return "max by (%s) (%s%s)".formatted(by, gauge, selector());
    }

    /** The limit of each objective on a latency, seconds. */
    String limit(String metric) {
        return "min by (objective) (tidemark_objective_limit_seconds%s)"
                .formatted(selector("metric=\"" + metric + "\""));
    }

    /** The load of the newest step: requests per second, or in flight. */
    String load() {
        return max("tidemark_step_load");
    }

    /** The highest load that passed. */
    String heldLoad() {
        return max("tidemark_held_load");
    }

    /** The share of requests that objectives counted as bad. */
    String badShare(String labels) {
        return "sum by (%1$s) (rate(tidemark_objective_bad_requests_total%2$s[$__rate_interval])) / sum by (%1$s) (rate(tidemark_objective_requests_total%2$s[$__rate_interval]))"
                .formatted(labels, selector());
    }
}
