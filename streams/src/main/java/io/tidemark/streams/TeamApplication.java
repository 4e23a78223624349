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
    private final BrokerClock brokers;
    private boolean clockTold;
    private final Deque<Runnable> closing = new ArrayDeque<>();

    private TeamApplication(
            Team team, KafkaStreams streams, Failures failures, HangingTransactions hanging, BrokerClock brokers) {
        this.team = team;
        this.streams = streams;
        this.failures = failures;
        this.hanging = hanging;
        this.brokers = brokers;
    }

    static TeamApplication start(Team team, Topology topology, Settings settings, HangingTransactions hanging) {
        KafkaStreams streams = new KafkaStreams(topology, settings.config());
        Failures failures =
                new Failures(team.applicationId(), settings.clock(), settings.patience(), settings.meters());
        streams.setUncaughtExceptionHandler(failures);
        streams.setGlobalStateRestoreListener(new RestoreTimes(settings.meters()));
        streams.setStateListener(new BeforeItWritesAgain(hanging));
        TeamApplication application = new TeamApplication(team, streams, failures, hanging, settings.brokers());
        application.measure(settings);
        streams.start();
        return application;
    }

    /** What it is started with. */
    record Settings(
            Properties config,
            HostMeters host,
            TeamMeters meters,
            InstantSource clock,
            BrokerClock brokers,
            Patience patience) {}

    /** Looks after what it cannot look after itself. */
    void tend() {
        hanging.endIfDue();
        Optional<String> off = brokers.trouble();
        if (off.isPresent() && !clockTold) {
            LOG.warn("team {}: {}", team, off.get());
        }
        clockTold = off.isPresent();
    }

    /** Whether it has ended by itself. */
    boolean isOver() {
        return streams.state() == KafkaStreams.State.ERROR || streams.state() == KafkaStreams.State.NOT_RUNNING;
    }

    TeamStatus status() {
        Optional<String> failure = failures.end().or(failures::recent).or(brokers::trouble);
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
