package io.tidemark.exporter;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.tidemark.exporter.results.ResultLimits;
import io.tidemark.exporter.results.ResultMetric;
import io.tidemark.exporter.results.ResultPoints;
import io.tidemark.exporter.results.TeamResults;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.kafka.RecordFeed.Source;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The results of some teams, as a registry of Prometheus' client asks for them at each scrape. Thread-safe. */
public final class ResultExporter implements MultiCollector, AutoCloseable {
    private final Map<Team, TeamFeed> feeds = new ConcurrentHashMap<>();
    /** Of a team whose topics are read again: what it knows already is not counted twice. */
    private final Map<Team, TeamResults> results = new ConcurrentHashMap<>();

    private final Set<Team> awaited = ConcurrentHashMap.newKeySet();
    private final Source source;
    private final SchemaRegistry registry;
    private final InstantSource clock;

    /** Of no team yet. */
    public ResultExporter(Source source, SchemaRegistry registry, InstantSource clock) {
        this.source = source;
        this.registry = registry;
        this.clock = clock;
    }

    /** A team whose topics are not read yet, or not any longer: until it is added, it is exposed as not ready. */
    public void await(Team team) {
        awaited.add(team);
        Optional.ofNullable(feeds.remove(team)).ifPresent(TeamFeed::close);
    }

    /**
     * Begins to read the topics of an awaited team, which are there. One caller of a team at a time.
     *
     * @throws org.apache.kafka.common.KafkaException if the cluster does not answer
     * @throws io.tidemark.schemas.serde.RegistryUnavailableException if the registry is needed and cannot be asked
     */
    public void add(Team team) {
        TeamResults known =
                results.computeIfAbsent(team, unseen -> new TeamResults(unseen, ResultLimits.DEFAULT, clock));
        feeds.put(team, TeamFeed.start(known, source, registry, clock));
        awaited.remove(team);
    }

    @Override
    public MetricSnapshots collect() {
        ResultPoints points = new ResultPoints();
        awaited.forEach(team -> points.gauge(ResultMetric.EXPORTER_READY, 0, team.name()));
        feeds.values().forEach(feed -> feed.addTo(points));
        return points.snapshots();
    }

    /** How each team is read. */
    public List<TeamFeed> teams() {
        return List.copyOf(feeds.values());
    }

    /** Whether the topics of a team are read. */
    public boolean reads(Team team) {
        return Optional.ofNullable(feeds.get(team)).filter(TeamFeed::isAlive).isPresent();
    }

    @Override
    public void close() {
        feeds.values().forEach(TeamFeed::close);
    }
}
