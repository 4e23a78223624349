package io.tidemark.console.live;

import io.tidemark.console.view.FeedView;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.SloBreach;
import io.tidemark.events.StepResult;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.kafka.RecordFeed;
import io.tidemark.schemas.kafka.RecordFeed.From;
import io.tidemark.schemas.kafka.RecordFeed.Source;
import io.tidemark.schemas.kafka.RecordFeed.Tap;
import io.tidemark.schemas.kafka.TopicSnapshot;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;

/** Reads the topics of one team into its runs: committed records only, without a consumer group, by one consumer however many look. */
final class TeamFeed implements AutoCloseable {
    /** How far back windows, breaches and results are read at the start. */
    private static final Duration LOOK_BACK = TeamRuns.KEPT;

    /** Clocks of brokers and lanes may differ by as much. */
    private static final Duration CLOCK_MARGIN = Duration.ofMinutes(1);

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
        Topics topics = new Topics(runs.team(), registry);
        TopicSnapshot.read(source, topics.tap(Topic.CONTROL, From.BEGINNING, ControlEvent.class, runs::control));
        Instant now = clock.instant();
        Instant earliest = runs.earliestStart().orElse(now);
        Instant limit = now.minus(LOOK_BACK);
        From since = From.at((earliest.isAfter(limit) ? earliest : limit).minus(CLOCK_MARGIN));
        return new TeamFeed(RecordFeed.start(
                source,
                List.of(
                        topics.tap(Topic.CONTROL, since, ControlEvent.class, runs::control),
                        topics.tap(Topic.WINDOWS, since, WindowStats.class, runs::window),
                        topics.tap(Topic.STEPS, since, StepResult.class, runs::step),
                        topics.tap(Topic.BREACHES, since, SloBreach.class, runs::breach),
                        topics.tap(Topic.HEARTBEATS, From.NOW, Heartbeat.class, runs::heartbeat))));
    }

    private record Topics(Team team, SchemaRegistry registry) {
        <T extends SpecificRecord> Tap<T> tap(Topic topic, From from, Class<T> event, Consumer<T> taker) {
            return new Tap<>(topic.in(team), from, registry.decoder(event), taker);
        }
    }

    FeedView.State state() {
        return Optional.of(feed)
                .filter(RecordFeed::isAlive)
                .map(alive -> alive.isCaughtUp() ? FeedView.State.READY : FeedView.State.CATCHING_UP)
                .orElse(FeedView.State.DOWN);
    }

    @Override
    public void close() {
        feed.close();
    }
}
