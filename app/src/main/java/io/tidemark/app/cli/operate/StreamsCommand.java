package io.tidemark.app.cli.operate;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.health.Health;
import io.tidemark.app.health.ProcessMonitoring;
import io.tidemark.app.health.StreamsHealth;
import io.tidemark.app.isolation.IsolatedTeams;
import io.tidemark.app.isolation.TeamReporter;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.streams.host.HostMeterRegistry;
import io.tidemark.streams.host.StreamsHost;
import io.tidemark.streams.host.StreamsOptions;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code tidemark serve streams}: the topologies as their own process, for a cluster. */
@Command(
        name = "streams",
        mixinStandardHelpOptions = true,
        description = "Compute windows, breaches and step results: one Streams application per team.",
        footerHeading = "%nExamples:%n",
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
        seen.serve(health).ifPresent(url -> watch.printAddress(context.terminal(), url));
        new CountDownLatch(1).await();
        return ExitCode.OK.code();
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
}
