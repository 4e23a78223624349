package io.tidemark.app.cli.shared;

import io.tidemark.producer.plan.Plan;
import io.tidemark.schemas.Team;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whose a run's events are and what is in them: the same for every lane of it. */
public final class PublishingOptions {
    @Option(names = "--team", paramLabel = "NAME", description = "Team that the events belong to. Default: the plan's.")
    private @Nullable String team;

    @Option(names = "--record-text", description = "Put prompts and answers into the events. Off unless given.")
    private boolean recordText;

    /** The team that was named, or else the plan's. */
    public Team owner(Plan plan) {
        return team == null ? plan.team() : OptionParser.team(team);
    }

    public boolean recordsText() {
        return recordText;
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
