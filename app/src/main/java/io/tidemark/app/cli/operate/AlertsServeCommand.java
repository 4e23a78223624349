package io.tidemark.app.cli.operate;

import io.tidemark.alerts.dispatch.AlertDispatcher;
import io.tidemark.app.cli.alerts.AlertsFileOptions;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.health.AlertsHealth;
import io.tidemark.app.health.ProcessMonitoring;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.sinks.store.address.StoreAddress;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tidemark serve alerts}: the dispatcher of alerts as its own process, for a cluster. */
@Command(
        name = "alerts",
        mixinStandardHelpOptions = true,
        description = {
            "Tell receivers about breaches, regressions and broken runs.",
            "One process at a time dispatches a team; another takes over when it ends."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark serve alerts --kafka broker-1:9092 --registry http://registry:8081 --alerts alerts.yaml",
            "  tidemark serve alerts --kafka broker-1:9092 --registry http://registry:8081 --team perf"
                    + " --alerts alerts.yaml --store 'jdbc:postgresql://db/tidemark?user=tidemark' --http 9467"
        })
final class AlertsServeCommand implements Callable<Integer> {
    private final CommandContext context;

    @Mixin
    private final ClusterConnectionOptions cluster = new ClusterConnectionOptions();

    @Mixin
    private final TeamsOptions teams = new TeamsOptions();

    @Mixin
    private final AlertsFileOptions file = new AlertsFileOptions();

    @Mixin
    private final MonitoringOptions watch = new MonitoringOptions();

    @Mixin
    private final StoreOptions store = new StoreOptions();

    AlertsServeCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
        ClusterConnection connection = cluster.required(context.home());
        StoreAddress kept = store.orHome(context);
        ProcessMonitoring seen = watch.open(context);
        AlertDispatcher dispatcher = file.start(connection, kept, teams.teams(), context, seen.meters());
        context.terminal()
                .printFormatted(
                        "alerts from %s, kept in %s, teams: %s, receivers: %s.  Ctrl-C ends it.",
                        connection.bootstrapServers(), kept, teams, file);
        seen.serve(() -> AlertsHealth.of(dispatcher)).ifPresent(url -> watch.printAddress(context.terminal(), url));
        new CountDownLatch(1).await();
        return ExitCode.OK.code();
    }
}
