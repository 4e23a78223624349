package io.tidemark.app.run.stop;

import io.tidemark.app.audit.AuditEvents;
import io.tidemark.app.audit.AuditPublisher;
import io.tidemark.app.process.OperationContext;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.app.stack.ControlReader;
import io.tidemark.app.stack.RecordPublisher;
import io.tidemark.app.stack.RunControlState;
import io.tidemark.events.AuditEvent;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.RunAction;
import io.tidemark.events.RunCommand;
import io.tidemark.events.RunState;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.kafka.RecordFeed;
import io.tidemark.schemas.kafka.RecordFeed.From;
import io.tidemark.schemas.kafka.TeamTaps;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks the processes of a team's runs to stop them. A record of the audit comes before each request.
 *
 * @param context for its clock
 */
public record RunStopper(OperationContext context, ClusterConnection connection, Team team) {
    /**
     * Asks for it and waits for the run's end.
     *
     * @param within how long
     * @return the run as it ended, whatever ended it; empty if it did not end in time
     * @throws OperationException if the team has no such run, if the run has ended, or if Kafka does not take the request
     */
    public Optional<RunState> stop(StopRequest request, Duration within) throws InterruptedException {
        connection.requireReadyFor(team);
        requireTopic();
        CompletableFuture<RunState> end = new CompletableFuture<>();
        SchemaRegistry registry = connection.schemas();
        // Before the state is read: an end that comes in between is seen.
        RecordFeed ends = RecordFeed.start(
                connection.feed("stopped"),
                List.of(new TeamTaps(team, registry)
                        .tap(Topic.CONTROL, From.NOW, ControlEvent.class, event -> takeEnd(event, request, end))));
        try {
            requireRunning(request.run());
            new AuditPublisher(connection, team).publish(audit(request));
            new RecordPublisher(connection, team)
                    .publish(Topic.RUN_COMMANDS, request.run(), command(request), RunCommand.class);
            return await(end, within);
        } finally {
            ends.close();
        }
    }

    private void requireTopic() {
        if (!connection.has(Topic.RUN_COMMANDS, team)) {
            throw new UnavailableException("Kafka at " + connection.bootstrapServers() + " lacks "
                    + Topic.RUN_COMMANDS.in(team) + ", by which runs are stopped; `tidemark admin topics create --team "
                    + team + "` makes it, for runs that begin after that");
        }
    }

    private void requireRunning(String run) {
        RunControlState held = new RunControlState(run);
        new ControlReader(connection, team, "stop").read(held::apply);
        RunState state = held.run()
                .orElseThrow(() -> new InvalidInputException("RUN must be a run of team " + team
                        + " that has begun but was " + run + ", of which " + Topic.CONTROL.in(team) + " says nothing"));
        if (state.getEnded() != null) {
            throw new InvalidInputException("RUN must be a run that goes on but " + run + " ended at "
                    + state.getEnded() + " as " + state.getStatus());
        }
    }

    private static void takeEnd(ControlEvent event, StopRequest request, CompletableFuture<RunState> end) {
        if (event.getState() instanceof RunState state
                && state.getRun().equals(request.run())
                && state.getEnded() != null) {
            end.complete(state);
        }
    }

    private AuditEvent audit(StopRequest request) {
        return AuditEvent.newBuilder(
                        AuditEvents.of(context, "runs stop", request.run(), Map.of("reason", request.reason())))
                .setLogin(request.by().caller())
                .setAddress(request.by().address())
                .build();
    }

    private RunCommand command(StopRequest request) {
        return RunCommand.newBuilder()
                .setAt(context.wallClock().instant())
                .setRun(request.run())
                .setAction(RunAction.STOP)
                .setBy(request.by().description())
                .setReason(request.reason())
                .build();
    }

    private static Optional<RunState> await(CompletableFuture<RunState> end, Duration within)
            throws InterruptedException {
        try {
            return Optional.of(end.get(within.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw new IllegalStateException("nobody fails the wait for a run's end", e);
        }
    }
}
