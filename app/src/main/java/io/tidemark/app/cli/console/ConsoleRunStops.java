package io.tidemark.app.cli.console;

import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.run.stop.RunStopper;
import io.tidemark.app.run.stop.StopRequest;
import io.tidemark.app.run.stop.StopRequester;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.console.change.ChangeRecorder;
import io.tidemark.console.change.InvalidValueException;
import io.tidemark.console.change.RunStopControl;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.RegistryUnavailableException;
import io.tidemark.sinks.store.read.run.RunKey;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.common.KafkaException;

/** Stops runs through the topics of a cluster, as {@code runs stop} does. */
final class ConsoleRunStops implements RunStopControl {
    private static final Duration WITHIN = Duration.ofSeconds(10);

    private final CommandContext context;
    private final TopicRights rights;
    private final Set<Team> teams;

    /**
     * Of those teams whose topics the login of the cluster may write.
     *
     * @throws OperationException if Kafka does not answer
     */
    ConsoleRunStops(CommandContext context, ClusterConnection connection, List<Team> shown) {
        this.context = context;
        this.rights = new TopicRights(connection, List.of(Topic.AUDIT, Topic.RUN_COMMANDS));
        this.teams = rights.writable(shown);
    }

    @Override
    public Set<Team> teams() {
        return teams;
    }

    @Override
    public Stopped stop(RunKey run, ChangeRecorder recorder) {
        rights.require(run);
        StopRequest request = request(run, recorder);
        try {
            return new Stopped(new RunStopper(context, rights.connection(), run.team())
                    .stop(request, WITHIN)
                    .map(ended -> Objects.requireNonNull(ended.getEnded())));
        } catch (InvalidInputException e) {
            throw new InvalidValueException(
                    "run", run.run(), "must be a run of team " + run.team() + " that has begun and not ended");
        } catch (KafkaException | RegistryUnavailableException e) {
            throw new UnavailableException("the run was not stopped: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnavailableException("the wait for the end of the run was interrupted", e);
        }
    }

    private static StopRequest request(RunKey run, ChangeRecorder recorder) {
        String reason = recorder.made().reason();
        try {
            return new StopRequest(run.run(), reason, new StopRequester(recorder.login(), recorder.address()));
        } catch (IllegalArgumentException e) {
            throw new InvalidValueException(
                    "reason", reason, "must be one line of 1 to " + StopRequest.MAX_REASON + " characters");
        }
    }
}
