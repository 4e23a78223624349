package io.tidemark.streams.host;

import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.streams.kafka.BrokerClock;
import io.tidemark.streams.meter.ApplicationMeters;
import io.tidemark.streams.meter.RestoreTimer;
import io.tidemark.streams.meter.TeamMeters;
import io.tidemark.streams.processor.Destination;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Supplier;
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
    private final StreamsExceptionHandler failures;
    private final HangingTransactions hanging;
    private final ClockWatch clockWatch;
    private String lastProblem = "";
    private final Deque<Runnable> closing = new ArrayDeque<>();

    private TeamApplication(
            Team team,
            KafkaStreams streams,
            StreamsExceptionHandler failures,
            HangingTransactions hanging,
            ClockWatch clockWatch) {
        this.team = team;
        this.streams = streams;
        this.failures = failures;
        this.hanging = hanging;
        this.clockWatch = clockWatch;
    }

    static TeamApplication start(Team team, Topology topology, Settings settings, HangingTransactions hanging) {
        TransactionTimeout pace = settings.watched().pace();
        Duration allowed = pace.allowed();
        TimedClientSupplier clients = new TimedClientSupplier(pace, settings.clock());
        KafkaStreams streams =
                new KafkaStreams(topology, StreamsConfigs.withTransactionTimeout(allowed, settings.config()), clients);
        StreamsExceptionHandler failures = new StreamsExceptionHandler(
                team.applicationId(), settings.clock(), settings.patience(), settings.meters());
        streams.setUncaughtExceptionHandler(failures);
        streams.setGlobalStateRestoreListener(new RestoreTimer(settings.meters()));
        streams.setStateListener(new StateChanges(clients, hanging));
        TeamApplication application = new TeamApplication(
                team,
                streams,
                failures,
                hanging,
                new ClockWatch(settings.watched(), settings.clock(), allowed, clients::stuck));
        application.measure(settings);
        streams.start();
        return application;
    }

    /** The brokers' clock, and how long transactions take. */
    record Clocks(BrokerClock brokers, TransactionTimeout pace) {}

    private record ClockWatch(Clocks watched, InstantSource clock, Duration allowed, Supplier<Optional<String>> stuck) {
        Optional<String> trouble() {
            return stuck.get()
                    .or(watched.brokers()::problem)
                    .or(() -> watched.pace().problem(clock.millis()));
        }
    }

    /** What it is started with. */
    record Settings(
            Properties config,
            HostMeterRegistry host,
            TeamMeters meters,
            InstantSource clock,
            Clocks watched,
            RestartPolicy patience) {}

    /** Looks after what it cannot look after itself. */
    void checkHealth() {
        hanging.abortIfDue();
        String trouble = clockWatch.trouble().orElse("");
        if (lastProblem.isEmpty() && !trouble.isEmpty()) {
            LOG.warn("team {}: {}", team, trouble);
        }
        lastProblem = trouble;
    }

    /** Whether a member of its group may be silent for longer now than it could when it was started. */
    boolean needsLongerTimeout() {
        return clockWatch.watched.pace().allowed().compareTo(clockWatch.allowed) > 0;
    }

    /** Whether it has ended by itself. */
    boolean hasEnded() {
        return streams.state() == KafkaStreams.State.ERROR || streams.state() == KafkaStreams.State.NOT_RUNNING;
    }

    TeamStatus status() {
        Optional<String> failure = failures.end().or(this::trouble);
        TeamHealth health = health(failure.isPresent());
        String defects = failures.defectLetters().map("; "::concat).orElse("");
        return new TeamStatus(team, health, failure.orElse(streams.state().name()) + defects, failures.total());
    }

    /** A machine that is slow explains why Kafka ended a transaction, and says more than Kafka's own words, which follow. */
    private Optional<String> trouble() {
        Optional<String> last = failures.recentFailure();
        String failed = last.map("; last failure: "::concat).orElse("");
        return clockWatch.trouble().map(why -> why + failed).or(() -> last);
    }

    /**
     * A producer that lost its transaction goes on under its old id: what Kafka forgot to abort of it would be committed with the next
     * transaction. It writes again only after this, in the same thread. And a thread that takes on tasks looks often whether their state is there.
     */
    private record StateChanges(TimedClientSupplier clients, HangingTransactions hanging)
            implements KafkaStreams.StateListener {
        @Override
        public void onChange(KafkaStreams.State now, KafkaStreams.State before) {
            clients.onActivity();
            if (now == KafkaStreams.State.REBALANCING && before == KafkaStreams.State.RUNNING) {
                hanging.abort();
            }
        }
    }

    @Override
    public void close() {
        failures.close();
        streams.close(CLOSE_LIMIT);
        closing.forEach(Runnable::run);
    }

    private TeamHealth health(boolean failedLately) {
        if (hasEnded()) {
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
        if (settings.host().includeKafkaMetrics()) {
            KafkaStreamsMetrics kafkas =
                    new KafkaStreamsMetrics(streams, settings.meters().tags());
            kafkas.bindTo(settings.host().registry());
            closing.push(kafkas::close);
        }
    }

    private Map<String, String> sources() {
        Map<String, String> sources = new LinkedHashMap<>();
        Arrays.stream(Topic.values())
                .filter(Topic::isInput)
                .forEach(topic -> sources.put(topic.stream(), topic.in(team)));
        Arrays.stream(Destination.values())
                .filter(Destination::isInternal)
                .forEach(internal -> sources.put(internal.label(), internal.topic(team)));
        return sources;
    }
}
