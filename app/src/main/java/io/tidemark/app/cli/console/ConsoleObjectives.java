package io.tidemark.app.cli.console;

import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.app.stack.RunControlState;
import io.tidemark.console.change.ChangeRecorder;
import io.tidemark.console.change.InvalidValueException;
import io.tidemark.console.change.ObjectiveControl;
import io.tidemark.events.ObjectiveState;
import io.tidemark.producer.slo.ErrorBudgetChange;
import io.tidemark.producer.slo.ObjectiveSyntax;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.RegistryUnavailableException;
import io.tidemark.sinks.store.read.run.RunKey;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.KafkaException;

/** Changes objectives through the topics of a cluster, as {@code slo set} and {@code slo remove} do. One change at a time. */
final class ConsoleObjectives implements ObjectiveControl {
    private static final ErrorBudgetChange AS_BEFORE = new ErrorBudgetChange(Optional.empty(), List.of());

    private final CommandContext context;
    private final TopicRights rights;
    private final Set<Team> teams;

    /**
     * Of those teams whose topics the login of the cluster may write.
     *
     * @throws OperationException if Kafka does not answer
     */
    ConsoleObjectives(CommandContext context, ClusterConnection connection, List<Team> shown) {
        this.context = context;
        this.rights = new TopicRights(connection, List.of(Topic.AUDIT, Topic.CONTROL));
        this.teams = rights.writable(shown);
    }

    @Override
    public Set<Team> teams() {
        return teams;
    }

    @Override
    public synchronized Changed set(RunKey run, Asked asked, ChangeRecorder recorder) {
        ObjectiveState objective = parsed(asked);
        RunObjectiveControl control = control(run, recorder);
        RunControlState held = held(control);
        ObjectiveState wanted = ObjectiveState.newBuilder(budgeted(asked, objective, held))
                .setVerdictOn(held.verdictOn())
                .build();
        String name = wanted.getName();
        boolean isHeld = held.objective(name).filter(wanted::equals).isPresent();
        return new Changed(name, isHeld ? Optional.empty() : Optional.of(control.set(List.of(wanted))));
    }

    @Override
    public synchronized Changed remove(RunKey run, String name, ChangeRecorder recorder) {
        RunObjectiveControl control = control(run, recorder);
        RunControlState held = held(control);
        if (held.objective(name).isEmpty()) {
            throw new InvalidValueException(
                    "name",
                    name,
                    "must be an objective that run " + run.run() + " holds, one of " + held.names() + ",");
        }
        return new Changed(name, Optional.of(control.remove(List.of(name))));
    }

    private RunObjectiveControl control(RunKey run, ChangeRecorder recorder) {
        rights.require(run);
        return new RunObjectiveControl(context, rights.connection(), run, recorder::event);
    }

    private static RunControlState held(RunObjectiveControl control) {
        RunControlState held = read(control);
        held.ended().ifPresent(ended -> {
            throw new InvalidValueException(
                    "run", control.run().run(), "must be a run that lasts, and it ended at " + ended + ",");
        });
        return held;
    }

    private static RunControlState read(RunObjectiveControl control) {
        try {
            return control.controlState();
        } catch (InvalidInputException e) {
            throw new InvalidValueException(
                    "run",
                    control.run().run(),
                    "must be a run of team " + control.run().team() + " that has begun");
        } catch (KafkaException | RegistryUnavailableException e) {
            throw new UnavailableException("nothing was changed: " + e.getMessage(), e);
        }
    }

    private static ObjectiveState parsed(Asked asked) {
        ObjectiveState objective;
        try {
            objective = ObjectiveSyntax.parse(asked.objective());
        } catch (IllegalArgumentException e) {
            throw new InvalidValueException("objective", asked.objective(), String.valueOf(e.getMessage()));
        }
        String name = asked.name().orElse("");
        try {
            return name.isEmpty() ? objective : ObjectiveSyntax.parseNamed(name, objective);
        } catch (IllegalArgumentException e) {
            throw new InvalidValueException("name", name, String.valueOf(e.getMessage()));
        }
    }

    /** It keeps the error budget of the objective that it replaces. */
    private static ObjectiveState budgeted(Asked asked, ObjectiveState objective, RunControlState held) {
        try {
            return AS_BEFORE
                    .applyTo(objective, held.objective(objective.getName()))
                    .objective();
        } catch (IllegalArgumentException e) {
            throw new InvalidValueException("objective", asked.objective(), String.valueOf(e.getMessage()));
        }
    }
}
