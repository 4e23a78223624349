package io.tidemark.app.cli.tune;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.exit.ExitCodeMapper;
import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.shared.DurationConverter;
import io.tidemark.app.cli.shared.PlanOptions;
import io.tidemark.app.cli.shared.PublishingOptions;
import io.tidemark.app.cli.shared.RedactedCommandLine;
import io.tidemark.app.cli.shared.ReportOptions;
import io.tidemark.app.cli.shared.RunWarnings;
import io.tidemark.app.cli.shared.SpoolOptions;
import io.tidemark.app.cli.shared.TargetOptions;
import io.tidemark.app.cli.shared.VirtualTimeOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.server.ServerPlanText;
import io.tidemark.app.tune.TuneSession;
import io.tidemark.app.tune.TuneSession.TuneRequest;
import io.tidemark.app.tune.measure.TuneEnvironment;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.simulator.http.server.SimulatorOptions;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.tune.TuneRow;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tidemark tune}: starts servers with different flags, measures each, and says which is the best. */
@Command(
        name = "tune",
        mixinStandardHelpOptions = true,
        description = {
            "Start servers with other flags; find which holds the most load.",
            "The plan's section `server` says how a server is started, `sweep` which flags are tried. With a section `tune` a search",
            "chooses what is measured, else everything is. A server that fails is a result. Exit code: 0 finished, 4 stopped, 5 it",
            "could not go on."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark tune plan.yaml --dry-run",
            "  tidemark tune plan.yaml --budget 8h",
            "  tidemark tune plan.yaml --resume newest",
            "  tidemark tune plan.yaml --simulate demo-default"
        })
public final class TuneCommand implements Callable<Integer> {
    /** The value of --resume that names no id. */
    private static final String NEWEST = "newest";

    private final CommandContext context;

    @Spec
    private CommandSpec spec;

    @Mixin
    private final PlanOptions plan = new PlanOptions();

    @Mixin
    private final ClusterConnectionOptions cluster = new ClusterConnectionOptions();

    @Mixin
    private final ReportOptions report = new ReportOptions();

    @Mixin
    private final SpoolOptions spool = new SpoolOptions();

    @Mixin
    private final PublishingOptions events = new PublishingOptions();

    @Mixin
    private final TargetOptions target = new TargetOptions();

    @Mixin
    private final VirtualTimeOptions simulated = new VirtualTimeOptions();

    @Option(names = "--dry-run", description = "Print every start, its command and its expected time; start nothing.")
    private boolean dryRun;

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "Time limit of all starts together, e.g. 8h. Default: the plan's; none for a sweep.")
    private @Nullable Duration budget;

    @Option(
            names = "--repeat",
            paramLabel = "N",
            description = "Runs of each combination of a sweep, each with a fresh server. Default: the plan's.")
    private @Nullable Integer repeat;

    @Option(
            names = "--resume",
            paramLabel = "TUNE|newest",
            description = "Go on with a tune: its id, or newest for the last of the plan's experiment.")
    private @Nullable String resume;

    @SuppressWarnings("NullAway.Init") // picocli sets spec before anything is called.
    private TuneCommand(CommandContext context) {
        this.context = context;
    }

    /** With the commands below it. */
    public static CommandLine line(CommandContext context) {
        return new CommandLine(new TuneCommand(context))
                .addSubcommand(new TuneListCommand(context))
                .addSubcommand(new TuneReportCommand(context));
    }

    @Override
    public Integer call() throws InterruptedException {
        if (target.namesPhase()) {
            throw new InvalidInputException("--phase does not go with tune, which measures all phases");
        }
        simulated.requireNoneWithoutSimulate();
        Plan given = plan.plan();
        CommandContext shown = report.quiet() ? context.withoutOutput() : context;
        RunWarnings.before(given).forEach(context.terminal()::warn);
        TuneSession session = new TuneSession(
                shown, request(given), more -> plan.plan(more), new TuneProgressPrinter(shown.terminal()));
        if (dryRun) {
            session.schedule().forEach(shown.terminal()::printLine);
            session.checkServers();
            return ExitCode.OK.code();
        }
        report.requireWritable(context);
        return ExitCodeMapper.exitCode(
                        session.execute(cluster.named(), report.store().given(context), this::print))
                .code();
    }

    private void print(ResultReader results, TuneRow tune) {
        TuneReportPrinter printer = new TuneReportPrinter(context, results);
        Path folder = report.out().orElseGet(() -> printer.folder(tune));
        if (report.json()) {
            printer.printJson(tune, folder);
        } else {
            printer.print(tune, folder, report.verbose());
        }
    }

    private TuneRequest request(Plan given) {
        if (repeat != null && repeat < 1) {
            throw new InvalidInputException("--repeat must be 1 or more but was " + repeat);
        }
        return new TuneRequest(
                new RunRequest(
                        given,
                        given.phases().get(0),
                        List.of(simulated.isGiven() ? simulatedTarget(given) : target.only(given, "tune")),
                        events.owner(given),
                        RedactedCommandLine.of(spec),
                        events.recordsText(),
                        target.calibrates(),
                        spool.settings(context.home())),
                Optional.ofNullable(budget),
                repeat == null ? OptionalInt.empty() : OptionalInt.of(repeat),
                Optional.ofNullable(resume).map(id -> id.equals(NEWEST) ? "" : id),
                simulated.isGiven() ? Optional.of(simulation()) : Optional.empty());
    }

    private TuneEnvironment.Simulation simulation() {
        return new TuneEnvironment.Simulation(
                simulated.profile(),
                simulated.server(SimulatorOptions.Extras.NONE).profile(),
                simulated.start(),
                simulated.publishes());
    }

    /** What the command lines of servers name. */
    private TargetPlan simulatedTarget(Plan given) {
        return target.isNamed() || given.targets().size() == 1
                ? target.only(given, "tune")
                : given.targets().stream().findFirst().orElseGet(() -> TargetPlan.at(ServerPlanText.NO_TARGET, ""));
    }
}
