package io.tidemark.app.cli.results;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.analysis.compare.ComparisonPolicy;
import io.tidemark.app.audit.AuditEvents;
import io.tidemark.app.cli.shared.CommandGroup;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.app.watch.BaselineSpread;
import io.tidemark.reports.compare.BaselineSelector;
import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.compare.SideSelector;
import io.tidemark.reports.compare.SideSelector.SideFilter;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.failure.InvalidRunException;
import io.tidemark.reports.format.RecordJson;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.run.MeasuredRun;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.baseline.Baseline;
import io.tidemark.sinks.store.baseline.BaselineStore;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunRow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark baseline}: runs that are kept by a name, to compare later ones with. */
@Command(
        name = "baseline",
        description = {
            "Keep runs by a name, to compare later ones with.",
            "`compare` and `gate` take it as @NAME. Runs of a baseline cannot be deleted."
        },
        footer = {
            "  tidemark baseline set main 'H200 tuning/moderate' --reason 'release 1.4'",
            "  tidemark baseline list",
            "  tidemark compare @main candidate"
        })
public final class BaselineCommand extends CommandGroup {
    public BaselineCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected List<Object> below() {
        return List.of(new SetCommand(), new ListCommand(), new RemoveCommand());
    }

    @Command(
            name = "set",
            description = {
                "Keep the runs that a side has now as a baseline, instead of the team's one of that name.",
                "Later runs of the same phase do not join it. Runs that are INVALID, aborted or unfinished are left out."
            },
            footer = {
                "  tidemark baseline set main 'H200 tuning/moderate' --reason 'release 1.4'",
                "  tidemark baseline set nightly soak --last 5",
                "  tidemark baseline set main 01JD8Z6K3M5TQX9V2R7C0WHB4N,01JD8ZA1V9C3H5TNQ0W8M2RK7D"
            })
    private final class SetCommand implements Runnable {
        @Parameters(
                index = "0",
                paramLabel = "NAME",
                description = "Small letters, digits, '.', '_' and '-', at most 64; a letter or a digit first.")
        private String name = "";

        @Parameters(
                index = "1",
                paramLabel = "SIDE",
                description = "As of compare: phase, experiment/phase, run ids (a,b,c), or @NAME of another baseline.")
        private String side = "";

        @Option(names = "--team", paramLabel = "NAME", description = "Only runs of this team. Default: all teams.")
        private @Nullable String team;

        @Option(
                names = "--last",
                paramLabel = "N",
                description = "Only the N newest runs of the phase. Default: all of them.")
        private int last = Integer.MAX_VALUE;

        @Option(names = "--reason", paramLabel = "TEXT", description = "Reason, for whoever asks.")
        private String reason = "";

        @Mixin
        private final StoreOptions store = new StoreOptions();

        @Override
        public void run() {
            String checked = OptionParser.parse("", () -> Baseline.requireName(name));
            OptionParser.requireAtLeast("--last", last, 1);
            ResultReader results = store.open(context);
            SideFilter narrowing =
                    new SideFilter(Optional.ofNullable(team).map(OptionParser::team), Optional.empty(), last);
            ComparedSide chosen = results.inSnapshot(snapshot -> new SideSelector(snapshot, narrowing).side(side));
            Terminal terminal = context.terminal();
            chosen.excluded().forEach(terminal::warn);
            Baseline baseline = OptionParser.parse("", () -> baseline(checked, chosen));
            Optional<Baseline> before = results.baseline(baseline.team(), checked);
            BaselineStore baselines =
                    context.resources().register(store.existing(context).openBaselines());
            Map<String, String> details = new HashMap<>(baseline.details());
            details.put("reason", reason);
            baselines.set(baseline, AuditEvents.of(context, "baseline set", checked, details));
            say(terminal, baseline, before);
            BaselineSpread.blindness(chosen).ifPresent(terminal::warn);
        }

        private Baseline baseline(String checked, ComparedSide chosen) {
            List<RunRow> runs = chosen.runs().stream().map(MeasuredRun::row).toList();
            if (runs.isEmpty()) {
                String description = "\"" + side + "\" has no run that can be a baseline";
                throw chosen.invalid().isEmpty()
                        ? new InvalidInputException(description)
                        : new InvalidRunException(description);
            }
            return Baseline.of(
                    team(runs),
                    runs,
                    new Baseline.Naming(checked, context.wallClock().instant(), context.user(), reason));
        }

        private static Team team(List<RunRow> runs) {
            List<Team> teams =
                    runs.stream().map(run -> run.key().team()).distinct().toList();
            if (teams.size() > 1) {
                throw new InvalidInputException("the runs of a baseline must be of one team but were of " + teams);
            }
            return teams.get(0);
        }

        private static void say(Terminal terminal, Baseline baseline, Optional<Baseline> before) {
            int runs = baseline.runs().size();
            terminal.printFormatted(
                    "baseline %s of team %s: %s of %s / %s",
                    baseline.name(), baseline.team(), runs(baseline), baseline.experiment(), baseline.phase());
            before.ifPresent(one -> terminal.printFormatted(
                    "It replaces %s of %s / %s, set by %s.", runs(one), one.experiment(), one.phase(), one.by()));
            int enough = ComparisonPolicy.DEFAULT.minimumRuns();
            if (runs < enough) {
                terminal.warn("a comparison with it decides nothing: a side needs at least %d runs, and it has %d"
                        .formatted(enough, runs));
            }
            terminal.printFormatted(
                    "Compare with it: tidemark compare %s%s CANDIDATE", BaselineSelector.MARK, baseline.name());
        }

        private static String runs(Baseline baseline) {
            int runs = baseline.runs().size();
            return runs == 1 ? "1 run" : runs + " runs";
        }
    }

    @Command(
            name = "list",
            description = "List baselines by team and name.",
            footer = {"  tidemark baseline list", "  tidemark baseline list --team perf --json"})
    private final class ListCommand implements Runnable {
        @Option(names = "--team", paramLabel = "NAME", description = "Only those of this team. Default: all teams.")
        private @Nullable String team;

        @Option(names = "--json", description = "Print one JSON object, with the ids of the runs, for machines.")
        private boolean json;

        @Mixin
        private final StoreOptions store = new StoreOptions();

        @Override
        public void run() {
            Optional<Team> owner = Optional.ofNullable(team).map(OptionParser::team);
            List<Baseline> listed = store.open(context).baselines().stream()
                    .filter(baseline -> owner.map(baseline.team()::equals).orElse(true))
                    .toList();
            Terminal terminal = context.terminal();
            if (json) {
                Map<String, Object> root = Map.of(
                        "baselines", listed.stream().map(ListCommand::json).toList());
                terminal.printLine(RecordJson.object(root).toPrettyString());
                return;
            }
            if (listed.isEmpty()) {
                terminal.printLine(owner.map(one -> "team " + one).orElse("the store") + " has no baseline");
            }
            listed.forEach(baseline -> terminal.printFormatted(
                    "%-16s  %-10s  %4d runs  %s / %s  set %s by %s%s",
                    baseline.name(),
                    baseline.team(),
                    baseline.runs().size(),
                    baseline.experiment(),
                    baseline.phase(),
                    ValueFormat.stamp(baseline.setAt()),
                    baseline.by(),
                    baseline.reason().isEmpty() ? "" : ": " + baseline.reason()));
        }

        private static ObjectNode json(Baseline baseline) {
            return RecordJson.object(baseline).put("team", baseline.team().name());
        }
    }

    @Command(
            name = "remove",
            description = "Remove a baseline. Its runs stay, and can be deleted from then on.",
            footer = "  tidemark baseline remove main")
    private final class RemoveCommand implements Runnable {
        @Parameters(paramLabel = "NAME", description = "As `tidemark baseline list` prints it.")
        private String name = "";

        @Option(
                names = "--team",
                paramLabel = "NAME",
                description = "Team of the baseline. Default: the one that has it.")
        private @Nullable String team;

        @Mixin
        private final StoreOptions store = new StoreOptions();

        @Override
        public void run() {
            Baseline found = new BaselineSelector(
                            store.open(context), Optional.ofNullable(team).map(OptionParser::team))
                    .named(name);
            BaselineStore baselines =
                    context.resources().register(store.existing(context).openBaselines());
            if (!baselines.remove(found.team(), name, AuditEvents.of(context, "baseline remove", name, Map.of()))) {
                throw new InvalidInputException(
                        "baseline " + name + " of team " + found.team() + " was removed by another command");
            }
            context.terminal().printFormatted("baseline %s of team %s was removed; its runs stay", name, found.team());
        }
    }
}
