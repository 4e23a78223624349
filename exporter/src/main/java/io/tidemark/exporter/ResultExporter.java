package io.tidemark.exporter;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.tidemark.exporter.results.ResultPoints;
import java.util.List;

/** The results of some teams, as a registry of Prometheus' client asks for them at each scrape. Thread-safe. */
public final class ResultExporter implements MultiCollector, AutoCloseable {
    private final List<TeamFeed> teams;

    private ResultExporter(List<TeamFeed> teams) {
        this.teams = List.copyOf(teams);
    }

    /** Of teams whose topics are read already; closing this closes them. */
    public static ResultExporter of(List<TeamFeed> teams) {
        return new ResultExporter(teams);
    }

    @Override
    public MetricSnapshots collect() {
        ResultPoints points = new ResultPoints();
        teams.forEach(team -> team.addTo(points));
        return points.snapshots();
    }

    /** How each team is read. */
    public List<TeamFeed> teams() {
        return teams;
    }

    @Override
    public void close() {
        teams.forEach(TeamFeed::close);
    }
}
