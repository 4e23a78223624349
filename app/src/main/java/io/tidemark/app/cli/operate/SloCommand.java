package io.tidemark.app.cli.operate;

import io.tidemark.app.audit.AuditEvents;
import io.tidemark.app.cli.console.RunObjectiveControl;
import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.shared.CommandGroup;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.SloFormat;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.stack.RunControlState;
import io.tidemark.events.ObjectiveState;
import io.tidemark.producer.plan.openslo.OpenSloReader;
import io.tidemark.producer.slo.ErrorBudgetChange;
import io.tidemark.producer.slo.ObjectiveSyntax;
import io.tidemark.producer.yaml.InvalidYamlException;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.sinks.store.read.run.RunKey;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark slo}: SLO files, and objectives of a run that goes on. */
@Command(
        name = "slo",
        description = {"Check SLO files, and change the objectives of a run."},
        footer = {
            "  tidemark slo check deploy/slo/chat.yaml",
            "  tidemark slo set --run 01JD8Z6K3M5TQX9V2R7C0WHB4P 'ttft_due p99 < 2s'"
        })
public final class SloCommand extends CommandGroup {
    private static final String RUN_ID = "[0-9A-HJKMNP-TV-Z]{26}";

    public SloCommand(CommandContext context) {
        super(context);
    }

    @Command(
            name = "check",
            mixinStandardHelpOptions = true,
            description = "Check files of OpenSLO documents and show their objectives and rules.")
    void check(@Parameters(arity = "1..*", paramLabel = "FILE", description = "OpenSLO documents.") List<Path> files) {
        files.stream().flatMap(file -> read(file).stream()).forEach(objective -> {
            context.terminal().printFormatted("%s", objective.getName());
            show(objective);
        });
    }

    @Command(
            name = "set",
            mixinStandardHelpOptions = true,
            description = {
                "Add objectives to a run from now on, or replace those of the same name.",
                "A breach of the old objective is closed with this reason; the new objective has separate breaches."
            })
    void set(
            @Mixin ClusterConnectionOptions cluster,
            @Option(names = "--team", defaultValue = "default", description = "Default: ${DEFAULT-VALUE}") String team,
            @Option(names = "--run", required = true, paramLabel = "ID", description = "The run.") String run,
            @Option(names = "--file", description = "OpenSLO documents, instead of an OBJECTIVE.") @Nullable Path file,
            @Option(names = "--name", description = "Name of the objective. Default: its text.") @Nullable String name,
            @Mixin ErrorBudgetOptions budget,
            @Parameters(arity = "0..1", paramLabel = "OBJECTIVE", description = "As in a plan.") @Nullable
                    String line) {
        if ((file == null) == (line == null)) {
            throw new InvalidInputException("give either an OBJECTIVE or --file");
        }
        if (file != null && (name != null || budget.isGiven())) {
            throw new InvalidInputException(
                    "--name, --period and --burn go with an OBJECTIVE: a file contains its own names, periods and rules");
        }
        List<ObjectiveState> given = line == null ? read(Objects.requireNonNull(file)) : List.of(objective(line, name));
        RunObjectiveControl slo = slo(cluster, team, run);
        RunControlState held = controlState(slo);
        List<ObjectiveState> objectives = line == null ? given : List.of(budgeted(given.get(0), budget.apply(), held));
        Instant since = slo.set(objectives.stream()
                .map(objective -> ObjectiveState.newBuilder(objective)
                        .setVerdictOn(held.verdictOn())
                        .build())
                .toList());
        for (ObjectiveState objective : objectives) {
            context.terminal().printFormatted("run %s: %s holds from %s on", run, objective.getName(), since);
            show(objective);
        }
    }

    @Command(
            name = "remove",
            mixinStandardHelpOptions = true,
            description = "Remove objectives from a run from now on; their open breaches are closed.")
    void remove(
            @Mixin ClusterConnectionOptions cluster,
            @Option(names = "--team", defaultValue = "default", description = "Default: ${DEFAULT-VALUE}") String team,
            @Option(names = "--run", required = true, paramLabel = "ID", description = "The run.") String run,
            @Parameters(arity = "1..*", paramLabel = "NAME", description = "Names of objectives.") List<String> names) {
        TrustedEventClasses.trust();
        RunObjectiveControl slo = slo(cluster, team, run);
        RunControlState held = controlState(slo);
        List<String> unknown =
                names.stream().filter(name -> held.objective(name).isEmpty()).toList();
        if (!unknown.isEmpty()) {
            throw new InvalidInputException("NAME must be an objective that run " + run + " holds, one of "
                    + held.names() + ", but was " + String.join(", ", unknown));
        }
        Instant since = slo.remove(names);
        names.forEach(name -> context.terminal().printFormatted("run %s: %s is none from %s on", run, name, since));
    }

    private RunObjectiveControl slo(ClusterConnectionOptions cluster, String team, String run) {
        if (!run.matches(RUN_ID)) {
            throw new InvalidInputException("--run must be the 26 characters of a run's id but was " + run);
        }
        Team owner = OptionParser.team(team);
        return new RunObjectiveControl(
                context,
                cluster.required(context.home()),
                new RunKey(owner, run),
                (action, subject, details) -> AuditEvents.of(context, action, subject, details));
    }

    private RunControlState controlState(RunObjectiveControl slo) {
        RunControlState held = slo.controlState();
        held.ended()
                .ifPresent(ended -> context.terminal()
                        .warn("run " + slo.run().run() + " ended at " + ended + ": there is nothing left to judge"));
        return held;
    }

    private void show(ObjectiveState objective) {
        SloFormat.lines(objective).forEach(description -> context.terminal().printFormatted("    %s", description));
    }

    private List<ObjectiveState> read(Path file) {
        try {
            OpenSloReader.Result read = OpenSloReader.read(file);
            read.remarks().forEach(context.terminal()::warn);
            return read.objectives();
        } catch (InvalidYamlException e) {
            throw new InvalidInputException(String.valueOf(e.getMessage()));
        }
    }

    private ObjectiveState budgeted(ObjectiveState objective, ErrorBudgetChange change, RunControlState held) {
        try {
            ErrorBudgetChange.Changed changed = change.applyTo(objective, held.objective(objective.getName()));
            changed.remarks().forEach(context.terminal()::warn);
            return changed.objective();
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(String.valueOf(e.getMessage()));
        }
    }

    private static ObjectiveState objective(String line, @Nullable String name) {
        ObjectiveState objective = parsed("OBJECTIVE", line, () -> ObjectiveSyntax.parse(line));
        return name == null ? objective : parsed("--name", name, () -> ObjectiveSyntax.parseNamed(name, objective));
    }

    private static <T> T parsed(String option, String value, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(option + " " + e.getMessage() + " but was " + value);
        }
    }

    /** The error budget that an objective is to have. */
    static final class ErrorBudgetOptions {
        @Option(
                names = "--period",
                paramLabel = "DURATION",
                description =
                        "Period of its error budget, such as 24h or 28d, or none. Default: the period of the replaced"
                                + " objective; a new one has no budget.")
        private @Nullable String period;

        @Option(
                names = "--burn",
                paramLabel = "RULE",
                description =
                        "A burn-rate rule, as in a plan, such as 'page 14.4x spends 2%%'; may be repeated. Default: with"
                                + " --period a plan's default rules, else those of the replaced objective.")
        private List<String> burn = new ArrayList<>();

        boolean isGiven() {
            return period != null || !burn.isEmpty();
        }

        ErrorBudgetChange apply() {
            return new ErrorBudgetChange(Optional.ofNullable(period), burn);
        }
    }
}
