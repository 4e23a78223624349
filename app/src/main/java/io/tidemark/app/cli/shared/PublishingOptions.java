package io.tidemark.app.cli.shared;

import io.tidemark.app.run.RunRequest;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.publish.spool.SpoolSettings;
import io.tidemark.schemas.Team;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Whose a run's events are and what is in them: the same for every lane of it. */
public final class PublishingOptions {
    private static final String TEAM = "--team";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = TEAM, paramLabel = "NAME", description = "Team that the events belong to. Default: the plan's.")
    private @Nullable String team;

    @Option(names = "--record-text", description = "Put prompts and answers into the events. Default: off.")
    private boolean recordText;

    @SuppressWarnings("NullAway.Init") // picocli sets command before anything is called.
    public PublishingOptions() {}

    /** The team of the command line, else the plan's, else the one that the user has set for all commands. */
    public Team owner(Plan plan) {
        boolean isTyped = command.commandLine().getParseResult().hasMatchedOption(TEAM);
        return team != null && (isTyped || plan.team().equals(Team.DEFAULT)) ? OptionParser.team(team) : plan.team();
    }

    public boolean recordsText() {
        return recordText;
    }

    /** The command line as it is kept with a run. */
    public String commandLine() {
        return RedactedCommandLine.of(command);
    }

    /** What the command line asks for, all of it in this process. */
    public RunRequest request(
            Plan plan, PhasePlan phase, List<TargetPlan> targets, boolean calibrate, SpoolSettings spool) {
        return new RunRequest(plan, phase, targets, owner(plan), commandLine(), recordText, calibrate, spool);
    }

    /** The same of simulated servers in virtual time. */
    public RunRequest simulated(Plan plan, PhasePlan phase) {
        return RunRequest.simulated(plan, phase, owner(plan), commandLine(), recordText);
    }

    /** What says the same to another process. */
    public List<String> arguments(Team owner) {
        List<String> arguments = new ArrayList<>(List.of("--team", owner.name()));
        if (recordText) {
            arguments.add("--record-text");
        }
        return arguments;
    }
}
