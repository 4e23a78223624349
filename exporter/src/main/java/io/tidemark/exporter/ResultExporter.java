package io.tidemark.exporter;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.tidemark.exporter.results.ResultPoints;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.kafka.RecordFeed.Source;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** The results of some teams, as a registry of Prometheus' client asks for them at each scrape. Thread-safe. */
public final class ResultExporter implements MultiCollector, AutoCloseable {
    private final List<TeamFeed> teams;

    private ResultExporter(List<TeamFeed> teams) {
        this.teams = List.copyOf(teams);
    }

    /**
     * Begins to read the topics of teams.
     *
     * @throws org.apache.kafka.common.KafkaException if the cluster does not answer
     * @throws io.tidemark.schemas.serde.RegistryUnavailableException if the registry is needed and cannot be asked
     */
    public static ResultExporter start(List<Team> teams, Source source, SchemaRegistry registry, InstantSource clock) {
        List<TeamFeed> feeds = new ArrayList<>();
        try {
            teams.forEach(team -> feeds.add(TeamFeed.start(team, source, registry, clock)));
            return new ResultExporter(feeds);
        } catch (RuntimeException e) {
            feeds.forEach(TeamFeed::close);
            throw e;
        }
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
