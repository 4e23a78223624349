package io.tidemark.app.cli.console;

import io.tidemark.app.audit.AuditPublisher;
import io.tidemark.app.audit.AuditSource;
import io.tidemark.app.cli.shared.SloFormat;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.app.stack.ControlPublisher;
import io.tidemark.app.stack.ControlReader;
import io.tidemark.app.stack.RunControlState;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.SloState;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.schemas.Topic;
import io.tidemark.sinks.store.read.run.RunKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The objectives of a run on a cluster, looked up and changed through {@code control}.
 *
 * @param run with an id of 26 characters
 * @param audit makes the record of who changes something
 */
public record RunObjectiveControl(CommandContext context, ClusterConnection connection, RunKey run, AuditSource audit) {
    /**
     * What the run holds by now.
     *
     * @throws OperationException if the cluster has no such run of the team, or does not answer
     */
    public RunControlState controlState() {
        connection.requireReadyFor(run.team());
        RunControlState held = new RunControlState(run.run());
        new ControlReader(connection, run.team(), "slo").read(held::apply);
        if (!held.isKnown()) {
            throw new InvalidInputException("--run must be a run of team " + run.team() + " that has begun but was "
                    + run.run() + ", of which " + Topic.CONTROL.in(run.team()) + " says nothing");
        }
        return held;
    }

    /** From now on these hold; returns since when. */
    public Instant set(List<ObjectiveState> objectives) {
        record("slo set", objectives);
        return publish(objectives, state -> state.setRemoved(false));
    }

    /** From now on these are none; returns since when. */
    public Instant remove(List<String> names) {
        List<ObjectiveState> objectives = names.stream()
                .map(name -> ObjectiveState.newBuilder().setName(name).build())
                .toList();
        record("slo remove", objectives);
        return publish(objectives, state -> state.setRemoved(true));
    }

    private void record(String action, List<ObjectiveState> objectives) {
        AuditPublisher publisher = new AuditPublisher(connection, run.team());
        for (ObjectiveState objective : objectives) {
            Map<String, String> details = action.equals("slo set")
                    ? Map.of("run", run.run(), "objective", String.join("; ", SloFormat.lines(objective)))
                    : Map.of("run", run.run());
            publisher.publish(audit.event(action, objective.getName(), details));
        }
    }

    private Instant publish(List<ObjectiveState> objectives, Consumer<SloState.Builder> change) {
        Instant now = context.wallClock().instant();
        List<SloState> states = objectives.stream()
                .map(objective -> {
                    SloState.Builder state = SloState.newBuilder()
                            .setRun(run.run())
                            .setObjective(objective)
                            .setChanged(now);
                    change.accept(state);
                    return state.build();
                })
                .toList();
        new ControlPublisher(context, connection, run.team()).publish(states, now);
        return now;
    }
}
