package io.tidemark.app.cli.watch;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.operate.MonitoringOptions;
import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.health.ProcessMonitoring;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.app.stack.ControlPublisher;
import io.tidemark.app.watch.TargetWatcher;
import io.tidemark.app.watch.WatchFile;
import io.tidemark.app.watch.WatchFileReader;
import io.tidemark.app.watch.WatchHealth;
import io.tidemark.app.watch.WatchHistoryReader;
import io.tidemark.app.watch.WatchedPlan;
import io.tidemark.events.WatchActivity;
import io.tidemark.events.WatchState;
import io.tidemark.events.WatchVerdict;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.schemas.Team;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark watch}: plans that run by a schedule, for weeks. */
@Command(
        name = "watch",
        description = {
            "Run plans by a schedule; compare each run with a baseline.",
            "One run at a time loads a target; a second watcher takes over when the first ends. With --once, exit code 1: the run is",
            "worse than the baseline, confirmed; 4: it is suspected to be; else that of the run."
        },
        footer = {
            "  tidemark watch watch.yaml --http 9468",
            "  tidemark watch watch.yaml --once nightly",
            "  tidemark watch status"
        })
public final class WatchCommand implements Callable<Integer> {
    private static final Duration LEASE_WITHIN = Duration.ofMinutes(1);

    /** Of runs that came to their results. */
    private static final Set<ExitCode> RESULTS =
            EnumSet.of(ExitCode.OK, ExitCode.SLO_NOT_MET, ExitCode.INCONCLUSIVE, ExitCode.RUN_INVALID);

    private final CommandContext context;

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "Watched plans (YAML).")
    private @Nullable Path file;

    @Option(
            names = "--once",
            paramLabel = "NAME",
            description =
                    "Run this plan now, then the runs that confirm a suspicion, and end; for a scheduler of your own.")
    private @Nullable String once;

    @Mixin
    private final ClusterConnectionOptions cluster = new ClusterConnectionOptions();

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Mixin
    private final MonitoringOptions monitoring = new MonitoringOptions();

    private WatchCommand(CommandContext context) {
        this.context = context;
    }

    /** With the commands below it. */
    public static CommandLine line(CommandContext context) {
        WatchCommand watch = new WatchCommand(context);
        return new CommandLine(watch)
                .addSubcommand(new WatchStatusCommand(context))
                .addSubcommand(new WatchCheckCommand(context))
                .addSubcommand(watch.new RemoveCommand());
    }

    @Override
    public Integer call() throws InterruptedException {
        if (file == null) {
            throw new InvalidInputException("give a FILE of watched plans, or one of status, check, remove");
        }
        WatchFile watched = WatchFileReader.read(file);
        ClusterConnection connection = cluster.required(context.home());
        connection.requireReadyFor(watched.team());
        TargetWatcher.Parts parts = new TargetWatcher.Parts(
                context,
                connection,
                watched,
                runArguments(watched),
                WatchCommand::runEnd,
                () -> store.existing(context).openReader());
        return once == null ? watch(parts) : runOnce(parts, once).code();
    }

    private int watch(TargetWatcher.Parts parts) throws InterruptedException {
        ProcessMonitoring seen = monitoring.open(context);
        List<TargetWatcher> watchers = new ArrayList<>();
        byTarget(parts.file()).forEach((target, plans) -> watchers.add(new TargetWatcher(parts, target, plans)));
        context.terminal()
                .printFormatted(
                        "watching %d plans on %d targets, team %s.  Ctrl-C ends it.",
                        parts.file().plans().size(),
                        watchers.size(),
                        parts.file().team());
        monitoring.serve(seen, context.terminal(), () -> WatchHealth.of(watchers));
        List<Thread> threads = new ArrayList<>();
        for (TargetWatcher watcher : watchers) {
            context.resources().register(watcher);
            Thread thread = new Thread(watcher, "tidemark-watch");
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return ExitCode.OK.code();
    }

    private ExitCode runOnce(TargetWatcher.Parts parts, String name) throws InterruptedException {
        WatchedPlan plan = parts.file().plans().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException("--once must be one of "
                        + parts.file().plans().stream().map(WatchedPlan::name).collect(Collectors.joining(", "))
                        + " but was " + name));
        TargetWatcher watcher = context.resources().register(new TargetWatcher(parts, plan.target(), List.of(plan)));
        TargetWatcher.OnceResult result = watcher.once(name, LEASE_WITHIN);
        return switch (result.verdict()) {
            case CONFIRMED -> ExitCode.SLO_NOT_MET;
            case SUSPECTED -> ExitCode.INCONCLUSIVE;
            default -> result.run().flatMap(run -> ExitCode.of(run.code())).orElse(ExitCode.INFRASTRUCTURE);
        };
    }

    static TargetWatcher.RunEnd runEnd(int code) {
        Optional<ExitCode> known = ExitCode.of(code);
        boolean hasResults = known.filter(RESULTS::contains).isPresent();
        String description = known.map(exit -> switch (exit) {
                    case OK -> "run ended";
                    case SLO_NOT_MET -> "run ended; it breaks an objective of its plan";
                    case INCONCLUSIVE -> "run ended; alone it does not decide every objective of its plan";
                    default -> "run ended: " + exit.meaning();
                })
                .orElse("run ended: stopped");
        return new TargetWatcher.RunEnd(code, hasResults, description);
    }

    private static Map<URI, List<WatchedPlan>> byTarget(WatchFile file) {
        return file.plans().stream()
                .collect(Collectors.groupingBy(WatchedPlan::target, LinkedHashMap::new, Collectors.toList()));
    }

    /** A run finds the stack of this home, unless a cluster is named. */
    private List<String> runArguments(WatchFile watched) {
        List<String> arguments =
                new ArrayList<>(List.of("--team", watched.team().name()));
        cluster.named().ifPresent(named -> arguments.addAll(cluster.arguments(named)));
        arguments.addAll(store.arguments());
        return arguments;
    }

    @Command(
            name = "remove",
            description = {
                "Forget a watched plan after you took it out of its file.",
                "Its alerts are resolved, and status shows it no more. Its runs are kept."
            },
            footer = "  tidemark watch remove nightly")
    private final class RemoveCommand implements Runnable {
        @Parameters(arity = "1", paramLabel = "NAME", description = "Name of the watched plan.")
        private String name = "";

        @Mixin
        private final WatchedTeamOptions plans = new WatchedTeamOptions();

        @Override
        public void run() {
            ClusterConnection connection = plans.connection(context);
            Map<String, WatchState> watched = plans.watched(connection);
            WatchState state = Optional.ofNullable(watched.get(name))
                    .orElseThrow(() -> new InvalidInputException("NAME must be a watched plan of team " + plans.team()
                            + ", one of " + watched.keySet() + ", but was " + name));
            WatchState ended = WatchState.newBuilder(state)
                    .setActivity(WatchActivity.ENDED)
                    .setDescription("")
                    .setNextDue(null)
                    .setVerdict(WatchVerdict.UNKNOWN)
                    .setSuspectRun("")
                    .setSuspectSince(null)
                    .setConfirmingRuns(List.of())
                    .setEvidence("")
                    .build();
            new ControlPublisher(context, connection, plans.team())
                    .publish(List.of(ended), context.wallClock().instant());
            context.terminal().printLine(name + " is watched no more");
        }
    }

    /** Whose watched plans are looked at, and on which cluster. */
    static final class WatchedTeamOptions {
        @Option(names = "--team", paramLabel = "NAME", description = "Team of the plans. Default: ${DEFAULT-VALUE}")
        private String team = "default";

        @Mixin
        private final ClusterConnectionOptions cluster = new ClusterConnectionOptions();

        Team team() {
            return OptionParser.team(team);
        }

        /** The cluster, which has the team. */
        ClusterConnection connection(CommandContext context) {
            ClusterConnection connection = cluster.required(context.home());
            connection.requireReadyFor(team());
            return connection;
        }

        /** The states of the team's watched plans, by name. */
        Map<String, WatchState> watched(ClusterConnection connection) {
            return new WatchHistoryReader(connection, team()).read().states();
        }
    }
}
