package io.tidemark.app.dashboards;

import java.util.List;

/** Whether figures can be trusted: are the processes well, do they keep up, does anything get lost, do alerts arrive. */
final class PipelineDashboard {
    private static final Scope SCOPE = Scope.TEAMS;
    private static final String TEAM = SCOPE.selector();
    /** From which the rule TidemarkStreamsLag fires. */
    private static final int LAG_LIMIT_RECORDS = 10_000;

    private PipelineDashboard() {}

    static Dashboard dashboard() {
        PanelGrid grid = new PanelGrid();
        now(grid);
        streams(grid);
        losses(grid);
        sink(grid);
        alerts(grid);
        results(grid);
        return Dashboard.of(
                "tidemark-pipeline",
                "Tidemark / Pipeline health",
                "Streams, sink, exporter and deliveries of alerts: their states and lags, and what was lost.",
                "3h",
                new Dashboard.Content(
                        List.of(
                                Variable.dataSource(),
                                Variable.many("team", "Team", "tidemark_exporter_ready"),
                                ResultPanels.requestClass()),
                        List.of(),
                        grid.panels()));
    }

    private static void now(PanelGrid grid) {
        grid.row("Now")
                .add(
                        6,
                        5,
                        Panel.names(
                                "Streams",
                                Query.now(
                                        "A",
                                        "max by (team, state) (tidemark_streams_health" + TEAM + ") == 1",
                                        "{{team}}: {{state}}")))
                .add(
                        4,
                        5,
                        Panel.names("Sink", Query.now("A", "max by (state) (tidemark_sink_state) == 1", "{{state}}")))
                .add(
                        4,
                        5,
                        Panel.stat(
                                "Results are read",
                                FieldConfig.redBelow("bool_yes_no", 1),
                                Query.now("A", "min by (team) (tidemark_exporter_ready" + TEAM + ")", "{{team}}")))
                .add(
                        5,
                        5,
                        Panel.stat(
                                        "Lost in a day",
                                        FieldConfig.redFrom("none", 1),
                                        Query.now(
                                                "A",
                                                increase("tidemark_streams_dead_letters_total", "1d"),
                                                "dead letters"),
                                        Query.now(
                                                "B",
                                                increase("tidemark_streams_missing_total", "1d"),
                                                "missing events"),
                                        Query.now(
                                                "C", "sum(increase(tidemark_sink_gaps_total[1d]))", "gaps of the sink"))
                                .described("A gap: Kafka deleted records before the sink stored them."))
                .add(
                        5,
                        5,
                        Panel.stat(
                                        "Deliveries refused",
                                        FieldConfig.redFrom("none", 1),
                                        Query.now(
                                                "A",
                                                "sum by (receiver) (tidemark_alerts_outbox"
                                                        + SCOPE.selector("state=\"parked\"") + ")",
                                                "{{receiver}}"))
                                .described("Alerts that a receiver refused for good: tidemark alerts list says why."));
    }

    private static String increase(String counter, String window) {
        return "sum(increase(" + counter + TEAM + "[" + window + "]))";
    }

    private static void streams(PanelGrid grid) {
        grid.row("Streams")
                .add(
                        12,
                        8,
                        Panel.lines(
                                        "Lag by topic",
                                        "none",
                                        Query.over(
                                                "A",
                                                "sum by (team, topic) (tidemark_streams_lag_records" + TEAM + ")",
                                                "{{team}} {{topic}}"))
                                .withLimit("vector(" + LAG_LIMIT_RECORDS + ")", "alert TidemarkStreamsLag")
                                .described("Committed records that are not read yet."))
                .add(
                        12,
                        8,
                        Panel.lines(
                                "Commits",
                                "s",
                                Query.over("A", team("max", "tidemark_streams_commit_mean_seconds"), "mean {{team}}"),
                                Query.over(
                                        "B", team("max", "tidemark_streams_commit_max_seconds"), "longest {{team}}")))
                .add(
                        12,
                        8,
                        Panel.lines(
                                "What is kept",
                                "none",
                                Query.over("A", team("sum", "tidemark_streams_runs"), "runs {{team}}"),
                                Query.over("B", team("sum", "tidemark_streams_series"), "series {{team}}"),
                                Query.over("C", team("sum", "tidemark_streams_silent_lanes"), "silent lanes {{team}}")))
                .add(
                        12,
                        8,
                        Panel.lines(
                                "Failures",
                                "none",
                                Query.over(
                                        "A",
                                        "sum by (team, kind) (increase(tidemark_streams_failures_total" + TEAM
                                                + "[$__rate_interval]))",
                                        "{{team}} {{kind}}"),
                                Query.over("B", risen("tidemark_streams_restarts_total"), "restarts {{team}}")));
    }

    private static String team(String fold, String gauge) {
        return fold + " by (team) (" + gauge + TEAM + ")";
    }

    private static String risen(String counter) {
        return "sum by (team) (increase(" + counter + TEAM + "[$__rate_interval]))";
    }

    private static void losses(PanelGrid grid) {
        grid.row("Losses")
                .add(
                        12,
                        8,
                        Panel.lines(
                                "Dead letters by topic",
                                "none",
                                Query.over(
                                        "A",
                                        "sum by (team, topic) (increase(tidemark_streams_dead_letters_total" + TEAM
                                                + "[$__rate_interval]))",
                                        "{{team}} {{topic}}")))
                .add(
                        12,
                        8,
                        Panel.lines(
                                "Missing events",
                                "none",
                                Query.over("A", risen("tidemark_streams_missing_total"), "missing {{team}}"),
                                Query.over(
                                        "B",
                                        risen("tidemark_streams_client_lost_events_total"),
                                        "lost by clients {{team}}"),
                                Query.over(
                                        "C",
                                        risen("tidemark_streams_client_dropped_requests_total"),
                                        "dropped by clients {{team}}")))
                .add(
                        12,
                        8,
                        Panel.lines(
                                "Late and duplicate",
                                "none",
                                Query.over("A", risen("tidemark_streams_late_values_total"), "late {{team}}"),
                                Query.over("B", risen("tidemark_streams_duplicates_total"), "duplicate {{team}}")))
                .add(
                        12,
                        8,
                        Panel.lines(
                                "Over the limits",
                                "none",
                                Query.over("A", risen("tidemark_streams_over_limit_values_total"), "streams {{team}}"),
                                Query.over("B", risen("tidemark_exporter_over_limit_total"), "exporter {{team}}"),
                                Query.over(
                                        "C", risen("tidemark_exporter_unusable_records_total"), "unusable {{team}}")));
    }

    private static void sink(PanelGrid grid) {
        grid.row("Sink")
                .add(
                        12,
                        8,
                        Panel.lines(
                                        "Lag",
                                        "none",
                                        Query.over("A", team("max", "tidemark_sink_lag_records"), "{{team}}"))
                                .described("Committed records that are not in the store yet."))
                .add(
                        12,
                        8,
                        Panel.lines(
                                "Records",
                                "ops",
                                Query.over(
                                        "A",
                                        "sum by (team) (rate(tidemark_sink_stored_records_total" + TEAM
                                                + "[$__rate_interval]))",
                                        "stored {{team}}"),
                                Query.over(
                                        "B",
                                        "sum by (team) (rate(tidemark_sink_undecodable_records_total" + TEAM
                                                + "[$__rate_interval]))",
                                        "put aside {{team}}")))
                .add(
                        12,
                        8,
                        Panel.lines(
                                "Time to store a batch",
                                "s",
                                Query.over(
                                        "A",
                                        "sum(rate(tidemark_sink_write_seconds_sum[$__rate_interval])) / sum(rate(tidemark_sink_write_seconds_count[$__rate_interval]))",
                                        "mean"),
                                Query.over("B", "max(tidemark_sink_write_seconds_max)", "longest")))
                .add(
                        12,
                        8,
                        Panel.lines(
                                "Retries",
                                "none",
                                Query.over(
                                        "A", "sum(increase(tidemark_sink_retries_total[$__rate_interval]))", "outages"),
                                Query.over(
                                        "B", "sum(increase(tidemark_sink_defects_total[$__rate_interval]))", "defects"),
                                Query.over("C", "sum(increase(tidemark_sink_gaps_total[$__rate_interval]))", "gaps")));
    }

    private static void alerts(PanelGrid grid) {
        grid.row("Alerts")
                .add(
                        12,
                        8,
                        Panel.lines(
                                "Active alerts",
                                "none",
                                Query.over(
                                        "A",
                                        "sum by (team, state) (tidemark_alerts_active" + TEAM + ")",
                                        "{{team}} {{state}}")))
                .add(
                        12,
                        8,
                        Panel.lines(
                                "Deliveries that wait or were refused",
                                "none",
                                Query.over(
                                        "A",
                                        "sum by (receiver, state) (tidemark_alerts_outbox"
                                                + SCOPE.selector("state=~\"pending|parked\"") + ")",
                                        "{{receiver}} {{state}}")))
                .add(
                        12,
                        8,
                        Panel.lines(
                                "Notifications by result",
                                "ops",
                                Query.over(
                                        "A",
                                        "sum by (receiver, result) (rate(tidemark_alerts_sends_total[$__rate_interval]))",
                                        "{{receiver}} {{result}}")))
                .add(
                        12,
                        8,
                        Panel.lines(
                                        "Time to deliver",
                                        "s",
                                        Query.over(
                                                "A",
                                                "sum by (receiver) (rate(tidemark_alerts_delivery_seconds_sum[$__rate_interval])) / sum by (receiver) (rate(tidemark_alerts_delivery_seconds_count[$__rate_interval]))",
                                                "mean {{receiver}}"),
                                        Query.over(
                                                "B",
                                                "max by (receiver) (tidemark_alerts_delivery_seconds_max)",
                                                "longest {{receiver}}"))
                                .described("From the decision to tell a receiver until it took the notification."));
    }

    private static void results(PanelGrid grid) {
        grid.row("Results that depend on it")
                .add(12, 9, ResultPanels.tail(SCOPE, "TTFT from due, p99", "ttft_due"))
                .add(
                        12,
                        9,
                        Panel.lines(
                                "Requests",
                                "reqps",
                                Query.over(
                                        "A",
                                        SCOPE.rate("tidemark_requests_total", "class=\"all\"", "team"),
                                        "{{team}}")));
    }
}
