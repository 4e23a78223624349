package io.tidemark.app.cli.operate;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.health.ProcessMonitoring;
import io.tidemark.app.health.SinkHealth;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.sinks.sink.SinkClocks;
import io.tidemark.sinks.sink.StoreSink;
import io.tidemark.sinks.store.address.StoreAddress;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tidemark serve sink}: the result store's sink as its own process, for a cluster. */
@Command(
        name = "sink",
        mixinStandardHelpOptions = true,
        description = "Store the records of the teams' topics, with rows and offsets in one transaction.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark serve sink --kafka broker-1:9092 --registry http://registry:8081 --team perf --http 9465",
            "  tidemark serve sink --kafka broker-1:9092 --registry http://registry:8081"
                    + " --store 'jdbc:postgresql://db/tidemark?user=tidemark'"
        })
final class SinkCommand implements Callable<Integer> {
    private final CommandContext context;

    @Mixin
    private final ClusterConnectionOptions cluster = new ClusterConnectionOptions();

    @Mixin
    private final TeamsOptions teams = new TeamsOptions();

    @Mixin
    private final MonitoringOptions watch = new MonitoringOptions();

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Mixin
    private final RetentionOptions keep = new RetentionOptions();

    SinkCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
        ClusterConnection connection = cluster.required(context.home());
        StoreAddress into = store.orHome(context);
        ProcessMonitoring seen = watch.open(context);
        StoreSink sink = context.resources()
                .register(StoreSink.start(
                        connection.sink(into, teams.teams(), keep.retention()),
                        new SinkClocks(context.nanoClock(), context.wallClock()),
                        seen.meters()));
        context.terminal()
                .printFormatted(
                        "sink from %s into %s, teams: %s.  Ctrl-C ends it.",
                        connection.bootstrapServers(), into, teams);
        seen.serve(() -> SinkHealth.of(sink)).ifPresent(url -> watch.printAddress(context.terminal(), url));
        new CountDownLatch(1).await();
        return ExitCode.OK.code();
    }
}
