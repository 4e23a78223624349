package io.tidemark.streams;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.Registry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.streams.KafkaStreams;

/** One team's running application. Thread-safe. */
final class TeamApplication implements AutoCloseable {
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);

    private final Team team;
    private final KafkaStreams streams;
    private final Failures failures;

    private TeamApplication(Team team, KafkaStreams streams, Failures failures) {
        this.team = team;
        this.streams = streams;
        this.failures = failures;
    }

    static TeamApplication start(Team team, Registry registry, Settings settings) {
        KafkaStreams streams =
                new KafkaStreams(TeamTopology.of(team, registry, settings.internalPartitions()), settings.config());
        Failures failures = new Failures(team.applicationId(), settings.clock());
        streams.setUncaughtExceptionHandler(failures);
        streams.start();
        return new TeamApplication(team, streams, failures);
    }

    /** What it is started with. */
    record Settings(Properties config, int internalPartitions, InstantSource clock) {}

    /** Whether it has ended by itself. */
    boolean isOver() {
        return streams.state() == KafkaStreams.State.ERROR || streams.state() == KafkaStreams.State.NOT_RUNNING;
    }

    TeamStatus status() {
        Optional<String> failure = failures.recent();
        TeamHealth health = health(failure.isPresent());
        return new TeamStatus(team, health, failure.orElse(streams.state().name()), failures.total());
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
        streams.close(CLOSE_LIMIT);
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
}
