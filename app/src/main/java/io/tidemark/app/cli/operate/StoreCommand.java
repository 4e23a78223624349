package io.tidemark.app.cli.operate;

import io.tidemark.app.audit.AuditEvents;
import io.tidemark.app.cli.shared.CommandGroup;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.baseline.Baseline;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunFilter;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.retention.ExperimentRetention;
import io.tidemark.sinks.store.retention.PruneScope;
import io.tidemark.sinks.store.retention.PrunedRows;
import io.tidemark.sinks.store.retention.Retention;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "store",
        description = "Manage the retention and the runs of a result store.",
        footer = {
            "  tidemark admin store prune --experiment h200 --older-than 30d --dry-run",
            "  tidemark admin store keep --experiment h200 --requests 365d",
            "  tidemark admin store migrate --store 'jdbc:postgresql://db/tidemark?user=tidemark'"
        })
final class StoreCommand extends CommandGroup {
    StoreCommand(CommandContext context) {
        super(context);
    }

    @Command(
            name = "prune",
            mixinStandardHelpOptions = true,
            description = {
                "Delete request rows and windows of runs. Their results stay, with the sketches that comparisons use.",
                "With --runs, delete these runs completely. Active runs are skipped, with --runs those of a baseline,"
                        + " too."
            })
    void prune(
            @Mixin StoreOptions store,
            @Mixin RunSelection choice,
            @Option(names = "--runs", description = "Delete these runs completely, with results and breaches.")
                    boolean wholeRuns,
            @Option(names = "--dry-run", description = "Only say what would go.") boolean dryRun) {
        PruneScope scope = wholeRuns ? PruneScope.RUNS : PruneScope.RAW;
        ResultReader reader = store.open(context);
        List<RunRow> runs = choice.runs(reader, context.wallClock().instant());
        Function<RunKey, PrunedRows> prune = dryRun ? run -> reader.countPrunable(run, scope) : pruning(store, scope);
        PrunedRows all = PrunedRows.NOTHING;
        List<Baseline> baselines = wholeRuns ? reader.baselines() : List.of();
        long kept = 0;
        for (RunRow run : runs) {
            List<String> names = baselines.stream()
                    .filter(baseline -> baseline.names(run.key()))
                    .map(Baseline::name)
                    .toList();
            if (!names.isEmpty()) {
                sayKept(run, names);
                kept++;
                continue;
            }
            PrunedRows pruned = prune.apply(run.key());
            say(run, pruned);
            all = all.plus(pruned);
        }
        context.terminal()
                .printFormatted(
                        "%s %d rows of %d runs%s",
                        dryRun ? "would take out" : "took out", all.total(), runs.size() - kept, of(all));
    }

    private Function<RunKey, PrunedRows> pruning(StoreOptions store, PruneScope scope) {
        ResultStore opened = context.resources().register(store.orHome(context).open());
        Map<String, String> details =
                Map.of("rows", scope == PruneScope.RUNS ? "the whole run" : "requests and windows");
        return run -> opened.prune(run, scope, AuditEvents.of(context, "store prune", run.run(), details));
    }

    private void sayKept(RunRow run, List<String> baselines) {
        context.terminal()
                .printFormatted(
                        "%s  %s  %s / %s  kept: it belongs to baseline %s",
                        run.key().run(), run.started(), run.experiment(), run.phase(), String.join(", ", baselines));
    }

    private void say(RunRow run, PrunedRows pruned) {
        context.terminal()
                .printFormatted(
                        "%s  %s  %s / %s  %d rows",
                        run.key().run(), run.started(), run.experiment(), run.phase(), pruned.total());
    }

    private static String of(PrunedRows pruned) {
        return pruned.rows().isEmpty() ? "" : ": " + pruned.rows();
    }

    @Command(
            name = "migrate",
            mixinStandardHelpOptions = true,
            description = {
                "Bring a store of an older version up to date, as a sink does when it starts; all of it or nothing.",
                "Older programs go on with it; those that cannot are refused with the version that they need."
            })
    void migrate(@Mixin StoreOptions store) {
        StoreAddress address = store.existing(context);
        try (ResultStore opened = address.open()) {
            // A server that is away is found by asking it.
            opened.offsets();
        }
        context.terminal().printFormatted("store %s has the version that this tidemark reads", address);
    }

    @Command(
            name = "keep",
            mixinStandardHelpOptions = true,
            description = {
                "Set a separate retention for an experiment, which every sink of the store applies;",
                "without times, show the current ones."
            })
    void keep(
            @Mixin StoreOptions store,
            @Option(names = "--team", defaultValue = "default", description = "Default: ${DEFAULT-VALUE}") String team,
            @Option(names = "--experiment", description = "The experiment.") @Nullable String experiment,
            @Option(names = "--requests", paramLabel = "TIME", description = "Retention of request rows. Default: 14d")
                    @Nullable
                    Duration requests,
            @Option(names = "--windows", paramLabel = "TIME", description = "Retention of windows. Default: 180d")
                    @Nullable
                    Duration windows,
            @Option(
                            names = "--hours",
                            paramLabel = "TIME",
                            description = "Retention of hours of windows. Default: that of the sink")
                    @Nullable
                    Duration hours,
            @Option(names = "--reset", description = "Take its own retention away.") boolean reset) {
        if (experiment == null && (requests != null || windows != null || hours != null || reset)) {
            throw new InvalidInputException("--requests, --windows, --hours and --reset go with --experiment");
        }
        ResultStore opened = context.resources().register(store.orHome(context).open());
        Team owner = OptionParser.team(team);
        if (experiment != null && reset) {
            opened.clearRetentionOverride(
                    owner,
                    experiment,
                    AuditEvents.of(context, "store keep", experiment, Map.of("retention", "as others")));
        } else if (experiment != null) {
            ExperimentRetention kept = new ExperimentRetention(
                    owner,
                    experiment,
                    kept("--requests", requests, Retention.DEFAULT.requests()),
                    kept("--windows", windows, Retention.DEFAULT.windows()),
                    Optional.ofNullable(hours).map(time -> RetentionOptions.hours("--hours", time)));
            opened.overrideRetention(
                    kept,
                    AuditEvents.of(
                            context,
                            "store keep",
                            experiment,
                            Map.of(
                                    "requests", kept.requests().toHours() + " h",
                                    "windows", kept.windows().toHours() + " h",
                                    "hours", hours(kept))));
        }
        try (ResultReader reader = opened.reader()) {
            reader.retentions().forEach(this::say);
        }
    }

    private static Duration kept(String option, @Nullable Duration given, Duration otherwise) {
        return given == null ? otherwise : RetentionOptions.hours(option, given);
    }

    private static String hours(ExperimentRetention kept) {
        return kept.hours().map(time -> time.toHours() + " h").orElse("as others");
    }

    private void say(ExperimentRetention kept) {
        context.terminal()
                .printFormatted(
                        "%-10s %-24s requests %d h, windows %d h, hours %s",
                        kept.team(),
                        kept.experiment(),
                        kept.requests().toHours(),
                        kept.windows().toHours(),
                        hours(kept));
    }

    /** Which runs are taken out of a store: at least an experiment or an age must be given. */
    static final class RunSelection {
        /** A run that says nothing of its end for so long was killed, even if no sink was there to see it fall silent. */
        private static final Duration ON_AT_MOST = Duration.ofDays(1);

        @Option(names = "--team", description = "Only runs of this team. Default: the team that has such runs.")
        private @Nullable String team;

        @Option(names = "--experiment", description = "Of this experiment.")
        private @Nullable String experiment;

        @Option(
                names = "--older-than",
                paramLabel = "TIME",
                description = "Only runs that began longer ago than this, such as 12h or 30d.")
        private @Nullable Duration olderThan;

        /** @throws InvalidInputException if nothing was chosen, or runs of several teams were */
        List<RunRow> runs(ResultReader reader, Instant now) {
            if (experiment == null && olderThan == null) {
                throw new InvalidInputException(
                        "give --experiment, --older-than or both: without them the command would apply to all runs");
            }
            RunFilter ofTeam = team == null ? RunFilter.all() : RunFilter.team(OptionParser.team(team));
            RunFilter filter = experiment == null ? ofTeam : ofTeam.experiment(experiment);
            Instant before = now.minus(Optional.ofNullable(olderThan).orElse(Duration.ZERO));
            List<RunRow> runs = reader.runs(filter).stream()
                    .filter(run -> run.started().isBefore(before) && !isOn(run, now))
                    .toList();
            List<String> teams = runs.stream()
                    .map(run -> run.key().team().name())
                    .distinct()
                    .sorted()
                    .toList();
            if (teams.size() > 1) {
                throw new InvalidInputException("such runs are of several teams " + teams + ": say which with --team");
            }
            return runs;
        }

        private static boolean isOn(RunRow run, Instant now) {
            return run.isRunning() && run.started().isAfter(now.minus(ON_AT_MOST));
        }
    }
}
