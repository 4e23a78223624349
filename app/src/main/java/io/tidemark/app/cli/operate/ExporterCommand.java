package io.tidemark.app.cli.operate;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.health.ExporterHealth;
import io.tidemark.app.health.ProcessMonitoring;
import io.tidemark.app.stack.AwaitedExporter;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.schemas.Team;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark serve exporter}: the results of teams on a metrics page of Prometheus. */
@Command(
        name = "exporter",
        mixinStandardHelpOptions = true,
        description = {
            "Expose the results of teams as metrics of Prometheus: latencies as native histograms, requests, objectives,",
            "error budgets, breaches, verdicts. It stores nothing and changes nothing."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark serve exporter --http 9467",
            "  tidemark serve exporter --kafka broker-1:9092 --registry http://registry:8081 --team perf,nightly --http 9467"
        })
final class ExporterCommand implements Callable<Integer> {
    private final CommandContext context;

    @Mixin
    private final ClusterConnectionOptions cluster = new ClusterConnectionOptions();

    @Option(
            names = "--team",
            paramLabel = "NAME,...",
            split = ",",
            defaultValue = "default",
            description = "Teams whose results are exposed. Default: ${DEFAULT-VALUE}")
    private List<String> teams = List.of("default");

    @Mixin
    private final MonitoringOptions watch = new MonitoringOptions();

    ExporterCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
        ProcessMonitoring seen = watch.open(context);
        if (!seen.isListening()) {
            throw new InvalidInputException("serve exporter needs --http [HOST:]PORT, where Prometheus is to ask");
        }
        List<Team> owners = teams.stream().map(OptionParser::team).toList();
        ClusterConnection connection = cluster.required(context.home());
        AwaitedExporter teamsRead = context.resources()
                .register(AwaitedExporter.start(connection, owners, context.wallClock(), context.terminal()::warn));
        seen.expose(teamsRead.exporter());
        context.terminal()
                .printFormatted(
                        "results from %s, teams: %s.  Ctrl-C ends it.",
                        connection.bootstrapServers(), String.join(", ", teams));
        seen.serve(() -> ExporterHealth.of(teamsRead.exporter(), teamsRead.waiting()))
                .ifPresent(url -> watch.printAddress(context.terminal(), url));
        new CountDownLatch(1).await();
        return ExitCode.OK.code();
    }
}
