package io.tidemark.console.live;

import io.tidemark.console.view.FeedView;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.SloBreach;
import io.tidemark.events.StepResult;
import io.tidemark.events.WindowStats;
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

/** Reads the topics of one team into its runs: committed records only, without a consumer group, by one consumer however many look. */
final class TeamFeed implements AutoCloseable {
    /** How far back windows are read at the start. */
    private static final Duration LOOK_BACK = TeamRuns.KEPT;

    /** How far back breaches and results of steps are read: they are few, and a run is shown with all that it has. */
    private static final Duration RESULTS_LOOK_BACK = Duration.ofDays(1);

    private final RecordFeed feed;

    private TeamFeed(RecordFeed feed) {
        this.feed = feed;
    }

    /**
     * Begins to read.
     *
     * @throws org.apache.kafka.common.KafkaException if the cluster does not answer
     * @throws io.tidemark.schemas.serde.RegistryUnavailableException if the registry is needed and cannot be asked
     */
    static TeamFeed start(TeamRuns runs, Source source, SchemaRegistry registry, InstantSource clock) {
        TeamTaps topics = new TeamTaps(runs.team(), registry, runs.failures());
        TopicSnapshot.read(source, topics.tap(Topic.CONTROL, From.BEGINNING, ControlEvent.class, runs::control));
        From since = TeamTaps.since(runs.earliestStart(), clock.instant(), LOOK_BACK);
        From resultsSince = TeamTaps.since(runs.earliestStart(), clock.instant(), RESULTS_LOOK_BACK);
        return new TeamFeed(RecordFeed.start(
                source,
                List.of(
                        topics.tap(Topic.CONTROL, since, ControlEvent.class, runs::control),
                        topics.tap(Topic.WINDOWS, since, WindowStats.class, runs::window),
                        topics.tap(Topic.STEPS, resultsSince, StepResult.class, runs::step),
                        topics.tap(Topic.BREACHES, resultsSince, SloBreach.class, runs::breach),
                        topics.tap(Topic.HEARTBEATS, From.NOW, Heartbeat.class, runs::heartbeat))));
    }

    FeedView.State state() {
        return Optional.of(feed)
                .filter(RecordFeed::isAlive)
                .map(alive -> alive.isCaughtUp() && alive.stuck().isEmpty()
                        ? FeedView.State.READY
                        : FeedView.State.CATCHING_UP)
                .orElse(FeedView.State.DOWN);
    }

    @Override
    public void close() {
        feed.close();
    }
}
