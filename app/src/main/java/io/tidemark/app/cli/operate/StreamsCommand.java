package io.tidemark.app.cli.operate;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.health.Health;
import io.tidemark.app.health.ProcessMonitoring;
import io.tidemark.app.health.StreamsHealth;
import io.tidemark.app.isolation.IsolatedTeams;
import io.tidemark.app.isolation.TeamReporter;
import io.tidemark.app.process.ChildProcess;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.schemas.Team;
import io.tidemark.streams.host.HostMeterRegistry;
import io.tidemark.streams.host.StreamsHost;
import io.tidemark.streams.host.StreamsOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

@Command(
        name = "streams",
        description = "Compute windows, breaches and step results: one Streams application per team.",
        footer = {
            "  tidemark serve streams --kafka broker-1:9092 --registry http://registry:8081",
            "  tidemark serve streams --kafka broker-1:9092 --registry http://registry:8081 --team perf,nightly --http 9464",
            "  tidemark serve streams --kafka broker-1:9092 --registry http://registry:8081 --isolate --team-heap 1GiB"
        })
final class StreamsCommand implements Callable<Integer> {
    private final CommandContext context;

    @Mixin
    private final ClusterConnectionOptions cluster = new ClusterConnectionOptions();

    @Mixin
    private final TeamsOptions teams = new TeamsOptions();

    @Mixin
    private final StreamsHostOptions host = new StreamsHostOptions();

    @Mixin
    private final IsolationOptions isolation = new IsolationOptions();

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final MonitoringOptions watch = new MonitoringOptions();

    StreamsCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
        StreamsOptions.Tuning tuning = host.tuning();
        boolean isolating = isolation.isIsolating();
        ClusterConnection connection = cluster.required(context.home());
        if (isolation.isAttached()) {
            return serveHost(connection, tuning).code();
        }
        ProcessMonitoring seen = watch.open(context);
        Supplier<Health> health = isolating
                ? isolated(connection, seen)
                : inThisProcess(connection, tuning, new HostMeterRegistry(seen.meters(), watch.kafkaMeters()));
        context.terminal()
                .printFormatted(
                        "streams on %s, teams: %s%s.  Ctrl-C ends it.",
                        connection.bootstrapServers(), teams, isolating ? ", a process each" : "");
        return watch.serveForever(seen, context.terminal(), health);
    }

    /** The process of one team, until its host ends it. */
    private ExitCode serveHost(ClusterConnection connection, StreamsOptions.Tuning tuning) {
        MeterRegistry meters = new SimpleMeterRegistry();
        Supplier<Health> health = inThisProcess(connection, tuning, new HostMeterRegistry(meters, watch.kafkaMeters()));
        new TeamReporter(health, meters).answer(System.in, context.terminal()::printLine);
        return ExitCode.OK;
    }

    private Supplier<Health> inThisProcess(
            ClusterConnection connection, StreamsOptions.Tuning tuning, HostMeterRegistry meters) {
        StreamsHost streams = context.resources()
                .register(StreamsHost.start(
                        connection
                                .streams(context.home().resolve("streams"), teams.teams())
                                .withTuning(tuning),
                        context.wallClock(),
                        meters));
        return () -> StreamsHealth.of(streams);
    }

    private Supplier<Health> isolated(ClusterConnection connection, ProcessMonitoring seen) {
        List<String> arguments = cluster.arguments(connection);
        ParseResult given = Objects.requireNonNull(spec).commandLine().getParseResult();
        IsolatedTeams processes = context.resources()
                .register(new IsolatedTeams(
                        Admin.create(connection.kafkaSettings()),
                        teams.teams(),
                        team -> isolation.launch(team, arguments, given, context),
                        seen.meters()));
        return processes::health;
    }

    /** Whether the streams of each team run in a process of their own, and with how much heap. */
    private static final class IsolationOptions {
        private static final String DEFAULT_HEAP = "768MiB";

        @Option(
                names = "--isolate",
                description = "Run the streams of each team in a process of its own: what ends one ends no other.")
        private boolean isolate;

        @Option(
                names = "--team-heap",
                split = ",",
                paramLabel = "[TEAM=]SIZE,...",
                description =
                        "With --isolate: heap of each team's process, and of single teams. Default: " + DEFAULT_HEAP)
        private List<String> heaps = List.of();

        @Option(
                names = "--attached",
                hidden = true,
                description =
                        "As --isolate starts a team's process: it answers on standard output, until standard input ends.")
        private boolean attached;

        boolean isIsolating() {
            OptionParser.require(isolate || heaps.isEmpty(), "--team-heap goes with --isolate");
            heapBytes();
            return isolate;
        }

        boolean isAttached() {
            return attached;
        }

        /** By team; of no name for all others. */
        private Map<String, Long> heapBytes() {
            Map<String, Long> bytes = new HashMap<>(Map.of("", OptionParser.size("--team-heap", DEFAULT_HEAP)));
            for (String heap : heaps) {
                int sign = heap.indexOf('=');
                String team = sign < 0
                        ? ""
                        : OptionParser.team(heap.substring(0, sign)).name();
                bytes.put(team, OptionParser.size("--team-heap", heap.substring(sign + 1)));
            }
            return bytes;
        }

        /**
         * The process of a team: this command with the options that were given, for this team alone, in a home of its own.
         *
         * @param cluster arguments that name it
         */
        ProcessBuilder launch(Team team, List<String> cluster, ParseResult given, CommandContext context) {
            Map<String, Long> bytes = heapBytes();
            long heap = bytes.getOrDefault(team.name(), bytes.getOrDefault("", 0L));
            List<String> command = new ArrayList<>(ChildProcess.tidemark(Stream.concat(
                            ChildProcess.classDataOptions().stream(),
                            Stream.of("-Xmx" + heap, "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError"))
                    .toList()));
            command.addAll(List.of("serve", "streams", "--attached", "--team", team.name()));
            command.addAll(cluster);
            given.matchedOptions().stream()
                    .filter(IsolationOptions::isPassedOn)
                    .forEach(option -> command.addAll(typed(option)));
            ProcessBuilder builder = new ProcessBuilder(command);
            builder.environment().putAll(context.environment());
            builder.environment()
                    .put(
                            "TIDEMARK_HOME",
                            context.home()
                                    .resolve("isolated")
                                    .resolve(team.name())
                                    .toString());
            return builder;
        }

        /** What is of the host, or of the cluster, is not. */
        private static boolean isPassedOn(OptionSpec option) {
            String name = option.longestName();
            return !name.startsWith("--http")
                    && !List.of(
                                    "--isolate",
                                    "--team-heap",
                                    "--team",
                                    "--kafka",
                                    "--registry",
                                    "--kafka-config",
                                    "--registry-config")
                            .contains(name);
        }

        private static List<String> typed(OptionSpec option) {
            String name = option.longestName();
            return option.typeInfo().isBoolean()
                    ? List.of(name)
                    : option.originalStringValues().stream()
                            .map(value -> name + "=" + value)
                            .toList();
        }
    }
}
