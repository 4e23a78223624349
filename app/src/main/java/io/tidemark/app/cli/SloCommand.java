package io.tidemark.app.cli;

import io.tidemark.app.CommandException;
import io.tidemark.app.ExitCode;
import io.tidemark.app.Surroundings;
import io.tidemark.app.stack.Connection;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.SloState;
import io.tidemark.producer.plan.InvalidPlanException;
import io.tidemark.producer.plan.OpenSlo;
import io.tidemark.producer.publish.Clocks;
import io.tidemark.producer.publish.KafkaPublisher;
import io.tidemark.producer.publish.PublisherSettings;
import io.tidemark.producer.publish.SpoolSettings;
import io.tidemark.schemas.serde.Registry;
import io.tidemark.schemas.serde.TrustedEvents;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark slo}: SLO files, and objectives of a run that goes on. */
@Command(
        name = "slo",
        mixinStandardHelpOptions = true,
        description = "SLO files in OpenSLO's shape, and the objectives of a run that goes on.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark slo check deploy/slo/chat.yaml",
            "  tidemark slo set --run 01JD8Z6K3M5TQX9V2R7C0WHB4P --name ttft 'ttft_due p99 < 2s over 1m'"
        })
final class SloCommand implements Runnable {
    private static final String RUN_ID = "[0-9A-HJKMNP-TV-Z]{26}";

    private final Surroundings surroundings;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets spec before anything is called.
    SloCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void run() {
        spec.commandLine().usage(surroundings.terminal().out());
    }

    @Command(
            name = "check",
            mixinStandardHelpOptions = true,
            description = "Read files of OpenSLO documents, and show the objectives and rules that they come to.")
    int check(@Parameters(arity = "1..*", paramLabel = "FILE", description = "OpenSLO documents.") List<Path> files) {
        files.stream().flatMap(file -> read(file).stream()).forEach(objective -> {
            surroundings.terminal().sayf("%s", objective.getName());
            surroundings.terminal().sayf("    %s", SloWords.what(objective));
            surroundings.terminal().sayf("    budget %s", SloWords.budget(objective));
        });
        return ExitCode.OK.code();
    }

    @Command(
            name = "set",
            mixinStandardHelpOptions = true,
            description = {
                "Give a run objectives from now on: new ones, or others under a name that it has.",
                "A breach of the old one is closed and says so; what breaks the new one is a breach of its own."
            })
    int set(
            @Mixin ClusterOptions cluster,
            @Option(names = "--team", defaultValue = "default", description = "Default: ${DEFAULT-VALUE}") String team,
            @Option(names = "--run", required = true, paramLabel = "ID", description = "The run.") String run,
            @Option(names = "--file", description = "OpenSLO documents, instead of an OBJECTIVE.") @Nullable Path file,
            @Option(names = "--name", description = "Name of the objective. Default: its text.") @Nullable String name,
            @Parameters(arity = "0..1", paramLabel = "OBJECTIVE", description = "As in a plan.") @Nullable
                    String line) {
        if ((file == null) == (line == null)) {
            throw CommandException.usage("give either an OBJECTIVE or --file");
        }
        List<ObjectiveState> objectives =
                line == null ? read(Objects.requireNonNull(file)) : List.of(objective(line, name));
        publish(new Change(cluster, team, run, false), objectives);
        return ExitCode.OK.code();
    }

    @Command(
            name = "remove",
            mixinStandardHelpOptions = true,
            description = "Take objectives away from a run, from now on; breaches of theirs are closed.")
    int remove(
            @Mixin ClusterOptions cluster,
            @Option(names = "--team", defaultValue = "default", description = "Default: ${DEFAULT-VALUE}") String team,
            @Option(names = "--run", required = true, paramLabel = "ID", description = "The run.") String run,
            @Parameters(arity = "1..*", paramLabel = "NAME", description = "Names of objectives.") List<String> names) {
        TrustedEvents.trust();
        List<ObjectiveState> objectives = names.stream()
                .map(name -> ObjectiveState.newBuilder().setName(name).build())
                .toList();
        publish(new Change(cluster, team, run, true), objectives);
        return ExitCode.OK.code();
    }

    private record Change(ClusterOptions cluster, String team, String run, boolean removed) {}

    private void publish(Change change, List<ObjectiveState> objectives) {
        if (!change.run.matches(RUN_ID)) {
            throw CommandException.usage("--run must be the 26 characters of a run's id but was " + change.run);
        }
        Connection connection = change.cluster.required(surroundings.home());
        Instant now = surroundings.wallClock().instant();
        try (KafkaPublisher publisher = KafkaPublisher.connect(
                new PublisherSettings(connection.bootstrapServers(), connection.clientSettings(), SpoolSettings.off()),
                Registry.connect(connection.registry()),
                Options.team(change.team),
                new Clocks(surroundings.nanoClock(), surroundings.wallClock()))) {
            objectives.forEach(objective -> publisher.publish(event(change, objective, now)));
            publisher.flush();
            if (publisher.lost() > 0) {
                throw CommandException.infrastructure("not published: " + publisher.lossReason());
            }
        }
        objectives.forEach(objective -> surroundings
                .terminal()
                .sayf(
                        "run %s: %s %s from %s on",
                        change.run, objective.getName(), change.removed ? "is none" : "holds", now));
    }

    private static ControlEvent event(Change change, ObjectiveState objective, Instant now) {
        return ControlEvent.newBuilder()
                .setAt(now)
                .setState(SloState.newBuilder()
                        .setRun(change.run)
                        .setObjective(objective)
                        .setChanged(now)
                        .setRemoved(change.removed)
                        .build())
                .build();
    }

    private List<ObjectiveState> read(Path file) {
        try {
            OpenSlo.Read read = OpenSlo.read(file);
            read.remarks().forEach(surroundings.terminal()::warn);
            return read.objectives();
        } catch (InvalidPlanException e) {
            throw CommandException.usage(String.valueOf(e.getMessage()));
        }
    }

    private static ObjectiveState objective(String line, @Nullable String name) {
        try {
            ObjectiveState objective = OpenSlo.line(line);
            return name == null
                    ? objective
                    : ObjectiveState.newBuilder(objective).setName(name).build();
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("OBJECTIVE " + e.getMessage() + " but was " + line);
        }
    }
}
