package io.tidemark.app.cli;

import io.tidemark.app.CommandException;
import io.tidemark.app.ExitCode;
import io.tidemark.app.Surroundings;
import io.tidemark.app.Terminal;
import io.tidemark.app.report.ReportWriter;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.run.RunSession;
import io.tidemark.app.run.TargetCheck;
import io.tidemark.app.run.VirtualRequest;
import io.tidemark.app.search.CapacitySearch;
import io.tidemark.app.search.Ground;
import io.tidemark.app.search.RealGround;
import io.tidemark.app.search.SearchJson;
import io.tidemark.app.search.SearchLines;
import io.tidemark.app.search.SearchOrder;
import io.tidemark.app.search.SearchOutcome;
import io.tidemark.app.search.SearchWords;
import io.tidemark.app.search.VirtualGround;
import io.tidemark.app.stack.Backend;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.scrape.TargetProbe;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Ulid;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigs;
import io.tidemark.simulator.http.SimulatorOptions;
import io.tidemark.sinks.store.read.RunKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tidemark search}: the highest load that a server holds within the plan's SLO, as an interval. */
@Command(
        name = "search",
        mixinStandardHelpOptions = true,
        description = {
            "Find the highest load that a server holds within a plan's SLO, as an interval.",
            "Loads grow by a half from --from until one breaks, then probes are made where the capacity is expected. One model of",
            "all probes gives the interval. Before it starts, the search says what the budget buys. The plan's steps are replaced.",
            "Exit code: 0 found, 1 nothing holds, 3 a run was INVALID, 4 the budget ended it with an end of the interval unknown,",
            "5 the target does not answer."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark search plan.yaml --target http://gpu-1:8000 --from 0.5 --budget 2h",
            "  tidemark search plan.yaml --simulate demo-tuned --from 15 --no-publish"
        })
final class SearchCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Spec
    private CommandSpec spec;

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private final ReportOptions report = new ReportOptions();

    @Mixin
    private final SpoolOptions spool = new SpoolOptions();

    @Mixin
    private final PlanOptions plan = new PlanOptions();

    @Mixin
    private final EventOptions events = new EventOptions();

    @Mixin
    private final SearchOptions search = new SearchOptions();

    @Mixin
    private final TargetOptions target = new TargetOptions();

    @Option(
            names = "--simulate",
            paramLabel = "PROFILE",
            description = {
                "Search on a simulated server in virtual time instead of a target: a built-in profile or a YAML file, as",
                "`tidemark simulate` takes them."
            })
    private @Nullable String simulate;

    @Option(
            names = "--start",
            paramLabel = "TIME",
            converter = InstantOption.class,
            description =
                    "With --simulate: when virtual time begins, e.g. 2026-11-20T08:00:00Z. Default: so that it ends by now.")
    private @Nullable Instant start;

    @Option(names = "--no-publish", description = "With --simulate: start no cluster and publish nothing.")
    private boolean unpublished;

    @SuppressWarnings("NullAway.Init") // picocli sets spec before anything is called.
    SearchCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (simulate == null && (unpublished || start != null)) {
            throw CommandException.usage("--no-publish and --start go with --simulate");
        }
        Plan given = plan.plan();
        report.requireWritable(surroundings);
        SearchOrder order = search.order(given, more -> plan.plan(more));
        RunWarnings.before(given).forEach(surroundings.terminal()::warn);
        Surroundings shown = report.quiet() ? surroundings.muted() : surroundings;
        return (simulate == null ? real(order, shown) : virtual(order, shown)).code();
    }

    private ExitCode real(SearchOrder order, Surroundings shown) throws InterruptedException {
        TargetCheck targets = new TargetCheck(surroundings.environment());
        RunRequest request = request(order.plan());
        TargetProbe.Probed probed = targets.probe(request);
        Backend backend = backend(request.team());
        RunSession session = new RunSession(shown, backend);
        Ground ground = new RealGround(shown, session, request, probed, targets.http(order.plan()));
        introduce(
                shown.terminal(),
                order,
                probed.target().url() + "  " + probed.target().model(),
                request.phase());
        return searched(order, ground, new Shown(shown.terminal(), request.team(), Optional.of(backend)));
    }

    private ExitCode virtual(SearchOrder order, Surroundings shown) throws InterruptedException {
        Team team = events.owner(order.plan());
        VirtualRequest.Server server = server();
        Optional<Backend> backend = unpublished ? Optional.empty() : Optional.of(backend(team));
        Instant begins = start == null ? surroundings.wallClock().instant().minus(order.longest()) : start;
        VirtualGround.Setting setting =
                new VirtualGround.Setting(server, target.phase(order.plan()), team, begins, GivenCommand.of(spec));
        introduce(shown.terminal(), order, server.profile() + ", simulated in virtual time", setting.phase());
        Ground ground = new VirtualGround(shown, setting, backend);
        return searched(order, ground, new Shown(shown.terminal(), team, backend));
    }

    /** Where a search's result is said and stored. */
    private record Shown(Terminal terminal, Team team, Optional<Backend> backend) {}

    private ExitCode searched(SearchOrder order, Ground ground, Shown shown) throws InterruptedException {
        SearchWords words = new SearchWords(order);
        String name = Ulid.next(surroundings.wallClock(), surroundings.random());
        CapacitySearch searching = new CapacitySearch(order, ground, new SearchLines(shown.terminal(), words), name);
        LastWords lastWords = surroundings
                .closer()
                .keep(new LastWords(() -> surroundings
                        .terminal()
                        .warn("search stopped; held so far: "
                                + words.interval(searching.known().interval()))));
        SearchOutcome outcome = searching.run();
        if (outcome.ended() != SearchOutcome.Ended.STOPPED) {
            lastWords.needless();
        }
        conclude(order, outcome, shown);
        return outcome.exitCode();
    }

    private void conclude(SearchOrder order, SearchOutcome outcome, Shown shown) {
        Terminal terminal = surroundings.terminal();
        List<String> found = new SearchWords(order).verdict(outcome);
        if (report.json()) {
            terminal.say(new SearchJson(order).of(outcome));
        } else {
            terminal.say("");
            found.forEach(line -> terminal.say("  " + line));
        }
        if (shown.backend().isPresent() && !outcome.runs().isEmpty()) {
            List<RunKey> runs = outcome.runs().stream()
                    .map(run -> new RunKey(shown.team(), run))
                    .toList();
            ReportPrinter printer =
                    new ReportPrinter(surroundings, shown.backend().get().results(), report);
            Path folder = report.out()
                    .orElse(surroundings
                            .home()
                            .resolve("runs")
                            .resolve(outcome.runs().get(0)));
            ReportWriter.Written written =
                    new ReportWriter().write(printer.model(runs).ofSearch(found), folder);
            if (!report.json()) {
                terminal.say("  report: " + written.html() + " of its " + runs.size() + " runs");
            }
        }
    }

    private void introduce(Terminal terminal, SearchOrder order, String server, PhasePlan chosen) {
        SearchWords words = new SearchWords(order);
        terminal.sayf("  server    %s", server);
        terminal.sayf("  plan      %s / %s", order.plan().experiment(), chosen.name());
        order.plan().objectives().forEach(objective -> terminal.sayf("  SLO       %s", objective.getName()));
        terminal.sayf(
                "  search    from %s%s, to within %.3g %%",
                words.load(order.range().from()),
                order.bounded() ? " to " + words.load(order.range().to()) : "",
                100 * order.range().resolution());
    }

    private Backend backend(Team team) {
        return surroundings
                .closer()
                .keep(Backend.open(
                        surroundings, cluster.named(), team, report.store().given(surroundings)));
    }

    private VirtualRequest.Server server() {
        Path file = Path.of(String.valueOf(simulate));
        ServerConfigs configs = new ServerConfigs();
        ServerConfig config =
                Files.isRegularFile(file) ? configs.read(file) : configs.builtIn(String.valueOf(simulate));
        String name = String.valueOf(file.getFileName()).replaceFirst("\\.ya?ml$", "");
        return new VirtualRequest.Server(name, config, SimulatorOptions.Extras.NONE);
    }

    private RunRequest request(Plan given) {
        return new RunRequest(
                given,
                target.phase(given),
                target.target(given),
                events.owner(given),
                GivenCommand.of(spec),
                events.recordsText(),
                target.calibrates(),
                spool.settings(surroundings.home()));
    }
}
