package io.tidemark.app.cli.tune;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.exit.ExitCodeMapper;
import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.PlanOptions;
import io.tidemark.app.cli.shared.PublishingOptions;
import io.tidemark.app.cli.shared.ReportOptions;
import io.tidemark.app.cli.shared.RunWarnings;
import io.tidemark.app.cli.shared.SpoolOptions;
import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.shared.TargetOptions;
import io.tidemark.app.cli.shared.VirtualTimeOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.server.ServerPlanText;
import io.tidemark.app.tune.TuneSession;
import io.tidemark.app.tune.TuneSession.TuneRequest;
import io.tidemark.app.tune.measure.TuneEnvironment;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.tune.document.TuneJson;
import io.tidemark.schemas.Team;
import io.tidemark.simulator.http.server.SimulatorOptions;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.tune.TuneRow;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark tune}: starts servers with different flags, measures each, and says which is the best. */
@Command(
        name = "tune",
        description = {
            "Start servers with other flags; find which holds the most load.",
            "The plan's section `server` says how a server is started, `sweep` which flags are tried. With a section `tune` a search",
            "chooses what is measured, else everything is. A server that fails is a result. Exit code: 0 finished, 4 stopped, 5 it",
            "could not go on."
        },
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

    public TuneCommand(CommandContext context) {
        this.context = context;
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
                events.request(
                        given,
                        given.phases().get(0),
                        List.of(simulated.isGiven() ? simulatedTarget(given) : target.only(given, "tune")),
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

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "List the newest tunes of the store, and how far each is.",
            footer = {"  tidemark tune list", "  tidemark tune list --team perf --json"})
    void list(
            @Option(names = "--team", paramLabel = "NAME", description = "Only tunes of this team. Default: all teams.")
                    @Nullable
                    String team,
            @Option(
                            names = "--limit",
                            paramLabel = "N",
                            defaultValue = "20",
                            description = "How many tunes at most. Default: ${DEFAULT-VALUE}.")
                    int limit,
            @Option(names = "--json", description = "Print one JSON object, for machines.") boolean json,
            @Mixin StoreOptions store) {
        OptionParser.requireAtLeast("--limit", limit, 1);
        List<TuneRow> tunes =
                TuneLookup.of(store.open(context), Optional.ofNullable(team).map(OptionParser::team)).stream()
                        .limit(limit)
                        .toList();
        if (json) {
            context.terminal().printLine(json(tunes).toString());
            return;
        }
        if (tunes.isEmpty()) {
            context.terminal().printLine("there is no tune; tidemark tune PLAN makes one");
        }
        tunes.forEach(this::print);
    }

    private void print(TuneRow tune) {
        context.terminal()
                .printFormatted(
                        "%s  %s  %-8s  %-6s  %-10s %s  %s%s",
                        tune.tune(),
                        ValueFormat.stamp(tune.started()),
                        tune.activity(),
                        tune.mode(),
                        tune.team(),
                        tune.experiment(),
                        starts(tune),
                        tune.winner().isEmpty() ? "" : ", winner " + tune.winner());
    }

    private static String starts(TuneRow tune) {
        return tune.ended() + (tune.planned() > 0 ? " of " + tune.planned() : "")
                + (tune.ended() == 1 && tune.planned() == 0 ? " start" : " starts") + ", " + tune.infeasible()
                + " infeasible";
    }

    private static ObjectNode json(List<TuneRow> tunes) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        ArrayNode all = root.putArray("tunes");
        tunes.forEach(tune -> all.add(TuneJson.of(tune)
                .put("ended", tune.ended())
                .put("infeasible", tune.infeasible())
                .put("winner", tune.winner())
                .put("evidence", tune.evidence())));
        return root;
    }

    @Command(
            name = "report",
            mixinStandardHelpOptions = true,
            description = {
                "Report what a tune found, also while it is running.",
                "The folder has report.html, report.md, recommended.yaml (flags, command, Helm values), tune.csv and tune.json."
            },
            footer = {
                "  tidemark tune report                 the newest tune",
                "  tidemark tune report 01JD8Z6K3M5TQX9V2R7C0WHB4N --out night"
            })
    void report(
            @Parameters(arity = "0..1", paramLabel = "TUNE", description = "Id of the tune. Default: the newest.")
                    @Nullable
                    String tune,
            @Option(names = "--team", paramLabel = "NAME", description = "Only tunes of this team. Default: all teams.")
                    @Nullable
                    String team,
            @Option(
                            names = "--out",
                            paramLabel = "FOLDER",
                            description = "Folder of the report. Default: <home>/tunes/<TUNE>.")
                    @Nullable
                    Path out,
            @Option(names = "--verbose", description = "Print every configuration and reason, not a summary.")
                    boolean verbose,
            @Option(names = "--json", description = "Print one JSON object, for machines.") boolean json,
            @Mixin StoreOptions store) {
        ResultReader results = store.open(context);
        TuneRow chosen =
                TuneLookup.one(results, Optional.ofNullable(team).map(OptionParser::team), Optional.ofNullable(tune));
        TuneReportPrinter printer = new TuneReportPrinter(context, results);
        Path folder = Optional.ofNullable(out).orElseGet(() -> printer.folder(chosen));
        if (json) {
            printer.printJson(chosen, folder);
        } else {
            printer.print(chosen, folder, verbose);
        }
    }

    /** Finds the tunes of a store that a command line names. */
    private static final class TuneLookup {
        private static final int MAX_NAMED = 5;

        private TuneLookup() {}

        /** Newest first. */
        static List<TuneRow> of(ResultReader results, Optional<Team> team) {
            return results.tunes().stream()
                    .filter(tune -> team.map(tune.team()::equals).orElse(true))
                    .toList();
        }

        /**
         * The tune of that id, or the newest.
         *
         * @throws InvalidInputException naming what there is where there is none, or where several teams have it
         */
        static TuneRow one(ResultReader results, Optional<Team> team, Optional<String> id) {
            List<TuneRow> all = of(results, team);
            List<TuneRow> found = all.stream()
                    .filter(tune -> id.map(tune.tune()::equals).orElse(true))
                    .toList();
            if (found.isEmpty()) {
                String where = team.map(one -> "team " + one).orElse("the store");
                throw new InvalidInputException(
                        all.isEmpty()
                                ? where + " has no tune; tidemark tune PLAN makes one"
                                : where + " has no tune \"" + id.orElse("") + "\"; its newest are: " + newest(all));
            }
            if (id.isPresent() && found.size() > 1) {
                throw new InvalidInputException("several teams have a tune \"" + id.get() + "\": "
                        + found.stream().map(tune -> tune.team().name()).collect(Collectors.joining(", "))
                        + "; choose one with --team");
            }
            return found.get(0);
        }

        private static String newest(List<TuneRow> all) {
            return all.stream()
                    .limit(MAX_NAMED)
                    .map(tune -> tune.tune() + " (" + tune.experiment() + ")")
                    .collect(Collectors.joining(", "));
        }
    }
}
