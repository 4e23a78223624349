package io.tidemark.app.cli.operate;

import io.tidemark.app.audit.AuditEvents;
import io.tidemark.app.audit.AuditPublisher;
import io.tidemark.app.cli.shared.SloFormat;
import io.tidemark.app.process.CommandContext;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.app.stack.ControlPublisher;
import io.tidemark.app.stack.ControlReader;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.SloState;
import io.tidemark.reports.exit.CommandException;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The objectives of a run on a cluster, looked up and changed through {@code control}.
 *
 * @param run id of 26 characters
 */
record RunObjectiveControl(CommandContext surroundings, ClusterConnection connection, Team team, String run) {
    /**
     * What the run holds by now.
     *
     * @throws CommandException if the cluster has no such run of the team, or does not answer
     */
    RunControlState controlState() {
        connection.requireReadyFor(team);
        RunControlState held = new RunControlState(run);
        new ControlReader(connection, team, "slo").read(held::apply);
        if (!held.isKnown()) {
            throw CommandException.usage("--run must be a run of team " + team + " that has begun but was " + run
                    + ", of which " + Topic.CONTROL.in(team) + " says nothing");
        }
        held.ended()
                .ifPresent(ended -> surroundings
                        .terminal()
                        .warn("run " + run + " ended at " + ended + ": there is nothing left to judge"));
        return held;
    }

    /** From now on these hold; returns since when. */
    Instant set(List<ObjectiveState> objectives) {
        record("slo set", objectives);
        return publish(objectives, state -> state.setRemoved(false));
    }

    /** From now on these are none; returns since when. */
    Instant remove(List<String> names) {
        List<ObjectiveState> objectives = names.stream()
                .map(name -> ObjectiveState.newBuilder().setName(name).build())
                .toList();
        record("slo remove", objectives);
        return publish(objectives, state -> state.setRemoved(true));
    }

    private void record(String action, List<ObjectiveState> objectives) {
        AuditPublisher publisher = new AuditPublisher(connection, team);
        for (ObjectiveState objective : objectives) {
            Map<String, String> details = action.equals("slo set")
                    ? Map.of("run", run, "objective", String.join("; ", SloFormat.lines(objective)))
                    : Map.of("run", run);
            publisher.publish(AuditEvents.of(surroundings, action, objective.getName(), details));
        }
    }

    private Instant publish(List<ObjectiveState> objectives, Consumer<SloState.Builder> change) {
        Instant now = surroundings.wallClock().instant();
        List<SloState> states = objectives.stream()
                .map(objective -> {
                    SloState.Builder state = SloState.newBuilder()
                            .setRun(run)
                            .setObjective(objective)
                            .setChanged(now);
                    change.accept(state);
                    return state.build();
                })
                .toList();
        new ControlPublisher(surroundings, connection, team).publish(states, now);
        return now;
    }
}
