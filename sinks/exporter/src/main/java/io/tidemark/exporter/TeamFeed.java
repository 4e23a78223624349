package io.tidemark.exporter;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.Regression;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.SloBreach;
import io.tidemark.events.StepResult;
import io.tidemark.events.WindowStats;
import io.tidemark.exporter.results.ResultMetric;
import io.tidemark.exporter.results.ResultPoints;
import io.tidemark.exporter.results.TeamResults;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.kafka.RecordFeed;
import io.tidemark.schemas.kafka.RecordFeed.From;
import io.tidemark.schemas.kafka.RecordFeed.Source;
import io.tidemark.schemas.kafka.TeamTaps;
import io.tidemark.schemas.kafka.TopicSnapshot;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Reads the topics of one team into its results, without a consumer group and committed records only. At the start it reads all of the
 * control topic, and the others from the start of the earliest run that is exposed, at most an hour back; results and breaches at most a day. Thread-safe.
 */
public final class TeamFeed implements AutoCloseable {
    /** How far back the topics that grow with the load are read at the start: what a run counted before that is missing from its counters. */
    public static final Duration LOOK_BACK = Duration.ofHours(1);

    /** How far back breaches and results of steps are read: they are few, and what a run holds rests on all of its steps. */
    private static final Duration RESULTS_LOOK_BACK = Duration.ofDays(1);

    private final TeamResults results;
    private final RecordFeed feed;

    private TeamFeed(TeamResults results, RecordFeed feed) {
        this.results = results;
        this.feed = feed;
    }

    /**
     * Begins to read.
     *
     * @throws org.apache.kafka.common.KafkaException if the cluster does not answer
     * @throws io.tidemark.schemas.serde.RegistryUnavailableException if the registry is needed and cannot be asked
     */
    static TeamFeed start(TeamResults results, Source source, SchemaRegistry registry, InstantSource clock) {
        TeamTaps topics = new TeamTaps(results.team(), registry, results.failures());
        TopicSnapshot.read(source, topics.tap(Topic.CONTROL, From.BEGINNING, ControlEvent.class, results::control));
        From since = TeamTaps.since(results.earliestStart(), clock.instant(), LOOK_BACK);
        From resultsSince = TeamTaps.since(results.earliestStart(), clock.instant(), RESULTS_LOOK_BACK);
        return new TeamFeed(
                results,
                RecordFeed.start(
                        source,
                        List.of(
                                topics.tap(Topic.CONTROL, since, ControlEvent.class, results::control),
                                topics.tap(Topic.WINDOWS, since, WindowStats.class, results::window),
                                topics.tap(Topic.REQUESTS, since, RequestEvent.class, results::request),
                                topics.tap(Topic.STEPS, resultsSince, StepResult.class, results::step),
                                topics.tap(Topic.BREACHES, resultsSince, SloBreach.class, results::breach),
                                topics.tap(Topic.REGRESSIONS, since, Regression.class, results::regression),
                                topics.tap(Topic.HEARTBEATS, From.NOW, Heartbeat.class, results::heartbeat))));
    }

    /** Whose topics they are. */
    public Team team() {
        return results.team();
    }

    /** Whether the topics have been read up to the start, and are read on. */
    public boolean isReady() {
        return feed.isCaughtUp() && feed.isAlive();
    }

    /** How long it has worked on the same records, if that is too long. */
    public Optional<String> stuck() {
        return feed.stuck();
    }

    /** Whether they are read at all: an error that does not pass ends that, and is logged. */
    public boolean isAlive() {
        return feed.isAlive();
    }

    /** Nothing but its own state until it has caught up: what was read late would look like new requests. */
    void addTo(ResultPoints points) {
        boolean ready = isReady();
        points.gauge(ResultMetric.EXPORTER_READY, ready ? 1 : 0, team().name());
        if (ready) {
            results.addTo(points);
        }
        results.addStateTo(points);
    }

    @Override
    public void close() {
        feed.close();
    }
}
