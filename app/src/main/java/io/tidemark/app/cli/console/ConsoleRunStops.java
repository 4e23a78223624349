package io.tidemark.app.cli.console;

import io.tidemark.app.process.CommandContext;
import io.tidemark.app.run.stop.RunStopper;
import io.tidemark.app.run.stop.StopRequest;
import io.tidemark.app.run.stop.StopRequester;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.console.change.ChangeRecorder;
import io.tidemark.console.change.ChangeRefusedException;
import io.tidemark.console.change.InvalidValueException;
import io.tidemark.console.change.RunStopControl;
import io.tidemark.reports.exit.CommandException;
import io.tidemark.reports.exit.ExitCode;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.serde.RegistryUnavailableException;
import io.tidemark.sinks.store.read.run.RunKey;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.KafkaException;

/** Stops runs through the topics of a cluster, as {@code runs stop} does. */
final class ConsoleRunStops implements RunStopControl {
    private static final List<Topic> WRITTEN = List.of(Topic.AUDIT, Topic.RUN_COMMANDS);
    private static final Duration WITHIN = Duration.ofSeconds(10);

    private final CommandContext surroundings;
    private final ClusterConnection connection;
    private final Set<Team> teams;

    private ConsoleRunStops(CommandContext surroundings, ClusterConnection connection, Set<Team> teams) {
        this.surroundings = surroundings;
        this.connection = connection;
        this.teams = teams;
    }

    /**
     * Of those teams whose topics the login of the cluster may write.
     *
     * @throws CommandException if Kafka does not answer
     */
    static RunStopControl of(CommandContext surroundings, ClusterConnection connection, List<Team> shown) {
        Set<Team> writable = shown.stream()
                .filter(team -> TopicRights.missing(connection, team, WRITTEN).isEmpty())
                .collect(Collectors.toUnmodifiableSet());
        return new ConsoleRunStops(surroundings, connection, writable);
    }

    @Override
    public Set<Team> teams() {
        return teams;
    }

    @Override
    public Stopped stop(RunKey run, ChangeRecorder recorder) {
        TopicRights.missing(connection, run.team(), WRITTEN).ifPresent(words -> {
            throw new ChangeRefusedException("nothing was changed, because the console may not: " + words);
        });
        StopRequest request = request(run, recorder);
        try {
            return new Stopped(new RunStopper(surroundings, connection, run.team())
                    .stop(request, WITHIN)
                    .map(ended -> Objects.requireNonNull(ended.getEnded())));
        } catch (CommandException e) {
            if (e.exitCode() == ExitCode.USAGE) {
                throw new InvalidValueException(
                        "run", run.run(), "must be a run of team " + run.team() + " that has begun and not ended");
            }
            throw e;
        } catch (KafkaException | RegistryUnavailableException e) {
            throw CommandException.infrastructure("the run was not stopped: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CommandException.infrastructure("the wait for the end of the run was interrupted", e);
        }
    }

    private static StopRequest request(RunKey run, ChangeRecorder recorder) {
        if (!Ulid.isValid(run.run())) {
            throw new InvalidValueException("run", run.run(), "must be the 26 characters of a run's id");
        }
        String why = recorder.made().why();
        try {
            return new StopRequest(run.run(), why, new StopRequester(recorder.login(), recorder.address()));
        } catch (IllegalArgumentException e) {
            throw new InvalidValueException(
                    "why", why, "must be one line of 1 to " + StopRequest.MAX_WHY + " characters");
        }
    }
}
