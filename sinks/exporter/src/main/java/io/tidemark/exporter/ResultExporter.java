package io.tidemark.exporter;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.tidemark.exporter.results.ResultMetric;
import io.tidemark.exporter.results.ResultPoints;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.kafka.RecordFeed.Source;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The results of some teams, as a registry of Prometheus' client asks for them at each scrape. Thread-safe. */
public final class ResultExporter implements MultiCollector, AutoCloseable {
    private final List<TeamFeed> teams = new CopyOnWriteArrayList<>();
    private final Set<Team> awaited = ConcurrentHashMap.newKeySet();
    private final Source source;
    private final SchemaRegistry registry;
    private final InstantSource clock;

    private ResultExporter(Source source, SchemaRegistry registry, InstantSource clock) {
        this.source = source;
        this.registry = registry;
        this.clock = clock;
    }

    /**
     * Begins to read the topics of teams.
     *
     * @throws org.apache.kafka.common.KafkaException if the cluster does not answer
     * @throws io.tidemark.schemas.serde.RegistryUnavailableException if the registry is needed and cannot be asked
     */
    public static ResultExporter start(List<Team> teams, Source source, SchemaRegistry registry, InstantSource clock) {
        ResultExporter exporter = new ResultExporter(source, registry, clock);
        try {
            teams.forEach(exporter::add);
            return exporter;
        } catch (RuntimeException e) {
            exporter.close();
            throw e;
        }
    }

    /** A team whose topics are not there yet: until it is added, it is exposed as not ready. */
    public void await(Team team) {
        awaited.add(team);
    }

    /**
     * Begins to read the topics of one team more, which are there. One caller at a time.
     *
     * @throws org.apache.kafka.common.KafkaException if the cluster does not answer
     * @throws io.tidemark.schemas.serde.RegistryUnavailableException if the registry is needed and cannot be asked
     */
    public void add(Team team) {
        teams.add(TeamFeed.start(team, source, registry, clock));
        awaited.remove(team);
    }

    @Override
    public MetricSnapshots collect() {
        ResultPoints points = new ResultPoints();
        awaited.forEach(team -> points.gauge(ResultMetric.EXPORTER_READY, 0, team.name()));
        teams.forEach(team -> team.addTo(points));
        return points.snapshots();
    }

    /** How each team is read. */
    public List<TeamFeed> teams() {
        return List.copyOf(teams);
    }

    @Override
    public void close() {
        teams.forEach(TeamFeed::close);
    }
}
