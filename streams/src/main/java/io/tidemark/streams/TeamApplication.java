package io.tidemark.streams;

import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.streams.flow.BrokerClock;
import io.tidemark.streams.flow.TeamTopics;
import io.tidemark.streams.meter.ApplicationMeters;
import io.tidemark.streams.meter.RestoreTimes;
import io.tidemark.streams.meter.TeamMeters;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One team's running application. Thread-safe. */
final class TeamApplication implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TeamApplication.class);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);

    private final Team team;
    private final KafkaStreams streams;
    private final Failures failures;
    private final HangingTransactions hanging;
    private final Surroundings surroundings;
    private String told = "";
    private final Deque<Runnable> closing = new ArrayDeque<>();

    private TeamApplication(
            Team team,
            KafkaStreams streams,
            Failures failures,
            HangingTransactions hanging,
            Surroundings surroundings) {
        this.team = team;
        this.streams = streams;
        this.failures = failures;
        this.hanging = hanging;
        this.surroundings = surroundings;
    }

    static TeamApplication start(Team team, Topology topology, Settings settings, HangingTransactions hanging) {
        TransactionPace pace = settings.watched().pace();
        Duration allowed = pace.allowed();
        KafkaStreams streams = new KafkaStreams(
                topology,
                StreamsConfigs.allowing(allowed, settings.config()),
                new TimedClients(pace, settings.clock()));
        Failures failures =
                new Failures(team.applicationId(), settings.clock(), settings.patience(), settings.meters());
        streams.setUncaughtExceptionHandler(failures);
        streams.setGlobalStateRestoreListener(new RestoreTimes(settings.meters()));
        streams.setStateListener(new BeforeItWritesAgain(hanging));
        TeamApplication application = new TeamApplication(
                team, streams, failures, hanging, new Surroundings(settings.watched(), settings.clock(), allowed));
        application.measure(settings);
        streams.start();
        return application;
    }

    /** What the application finds out of its surroundings. */
    record Watched(BrokerClock brokers, TransactionPace pace) {}

    private record Surroundings(Watched watched, InstantSource clock, Duration allowed) {
        Optional<String> trouble() {
            return watched.brokers().trouble().or(() -> watched.pace().trouble(clock.millis()));
        }
    }

    /** What it is started with. */
    record Settings(
            Properties config,
            HostMeters host,
            TeamMeters meters,
            InstantSource clock,
            Watched watched,
            Patience patience) {}

    /** Looks after what it cannot look after itself. */
    void tend() {
        hanging.endIfDue();
        String trouble = surroundings.trouble().orElse("");
        if (told.isEmpty() && !trouble.isEmpty()) {
            LOG.warn("team {}: {}", team, trouble);
        }
        told = trouble;
    }

    /** Whether a member of its group may be silent for longer now than it could when it was started. */
    boolean isTooTight() {
        return surroundings.watched.pace().allowed().compareTo(surroundings.allowed) > 0;
    }

    /** Whether it has ended by itself. */
    boolean isOver() {
        return streams.state() == KafkaStreams.State.ERROR || streams.state() == KafkaStreams.State.NOT_RUNNING;
    }

    TeamStatus status() {
        Optional<String> failure = failures.end().or(failures::recent).or(surroundings::trouble);
        TeamHealth health = health(failure.isPresent());
        return new TeamStatus(team, health, failure.orElse(streams.state().name()), failures.total());
    }

    /**
     * A producer that lost its transaction goes on under its old id: what Kafka forgot to abort of it would be committed with the next
     * transaction. It writes again only after this, in the same thread.
     */
    private record BeforeItWritesAgain(HangingTransactions hanging) implements KafkaStreams.StateListener {
        @Override
        public void onChange(KafkaStreams.State now, KafkaStreams.State before) {
            if (now == KafkaStreams.State.REBALANCING && before == KafkaStreams.State.RUNNING) {
                hanging.end();
            }
        }
    }

    /** Takes nothing on until {@link #resume()}; it stays in its group and misses nothing. */
    void pause() {
        streams.pause();
    }

    void resume() {
        streams.resume();
    }

    @Override
    public void close() {
        failures.close();
        streams.close(CLOSE_LIMIT);
        closing.forEach(Runnable::run);
    }

    private TeamHealth health(boolean failedLately) {
        if (isOver()) {
            return TeamHealth.FAILED;
        }
        if (failedLately) {
            return TeamHealth.DEGRADED;
        }
        return streams.state() == KafkaStreams.State.RUNNING ? TeamHealth.RUNNING : TeamHealth.STARTING;
    }

    private void measure(Settings settings) {
        ApplicationMeters own = new ApplicationMeters(settings.meters(), sources(), streams::metrics);
        closing.push(own::close);
        if (settings.host().kafkasOwn()) {
            KafkaStreamsMetrics kafkas =
                    new KafkaStreamsMetrics(streams, settings.meters().tags());
            kafkas.bindTo(settings.host().registry());
            closing.push(kafkas::close);
        }
    }

    private Map<String, String> sources() {
        TeamTopics topics = new TeamTopics(team);
        Map<String, String> sources = new LinkedHashMap<>();
        Arrays.stream(Topic.values())
                .filter(Topic::isInput)
                .forEach(topic -> sources.put(topic.stream(), topics.of(topic)));
        List.of(TeamTopics.RUN_INBOX, TeamTopics.TARGET_INBOX, TeamTopics.PHASE_PAIRS)
                .forEach(inbox -> sources.put(inbox, topics.internal(inbox)));
        return sources;
    }
}
