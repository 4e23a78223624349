package io.tidemark.app.cli.operate;

import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.health.ProcessMonitoring;
import io.tidemark.app.health.StreamsHealth;
import io.tidemark.app.process.CommandContext;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.reports.exit.ExitCode;
import io.tidemark.streams.host.HostMeterRegistry;
import io.tidemark.streams.host.StreamsHost;
import io.tidemark.streams.host.StreamsOptions;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tidemark serve streams}: the topologies as their own process, for a cluster. */
@Command(
        name = "streams",
        mixinStandardHelpOptions = true,
        description = "Compute windows, breaches and step results: one Streams application per team, in this process.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark serve streams --kafka broker-1:9092 --registry http://registry:8081",
            "  tidemark serve streams --kafka broker-1:9092 --registry http://registry:8081 --team perf,nightly --http 9464"
        })
final class StreamsCommand implements Callable<Integer> {
    private final CommandContext surroundings;

    @Mixin
    private final ClusterConnectionOptions cluster = new ClusterConnectionOptions();

    @Mixin
    private final TeamsOptions teams = new TeamsOptions();

    @Mixin
    private final StreamsHostOptions host = new StreamsHostOptions();

    @Mixin
    private final MonitoringOptions watch = new MonitoringOptions();

    StreamsCommand(CommandContext surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        StreamsOptions.Tuning tuning = host.tuning();
        ClusterConnection connection = cluster.required(surroundings.home());
        ProcessMonitoring seen = watch.open(surroundings);
        StreamsHost streams = surroundings
                .resources()
                .register(StreamsHost.start(
                        connection
                                .streams(surroundings.home().resolve("streams"), teams.teams())
                                .withTuning(tuning),
                        surroundings.wallClock(),
                        new HostMeterRegistry(seen.meters(), watch.kafkaMeters())));
        surroundings
                .terminal()
                .printFormatted("streams on %s, teams: %s.  Ctrl-C ends it.", connection.bootstrapServers(), teams);
        seen.serve(() -> StreamsHealth.of(streams)).ifPresent(url -> watch.printAddress(surroundings.terminal(), url));
        new CountDownLatch(1).await();
        return ExitCode.OK.code();
    }
}
