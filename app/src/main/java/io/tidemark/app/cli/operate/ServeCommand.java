package io.tidemark.app.cli.operate;

import io.tidemark.alerts.dispatch.AlertDispatcher;
import io.tidemark.app.cli.alerts.AlertsFileOptions;
import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.shared.CommandGroup;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.health.AlertsHealth;
import io.tidemark.app.health.ProcessMonitoring;
import io.tidemark.app.health.SinkHealth;
import io.tidemark.app.stack.AwaitedExporter;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.sink.SinkClocks;
import io.tidemark.sinks.sink.StoreSink;
import io.tidemark.sinks.store.address.StoreAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/** {@code tidemark serve}: the components that a cluster runs, each as its own process. */
@Command(
        name = "serve",
        description = "Run one component as a separate process, for a cluster.",
        footer = {
            "  tidemark serve streams --kafka broker-1:9092 --registry http://registry:8081",
            "  tidemark serve sink --kafka broker-1:9092 --registry http://registry:8081 --team perf"
        })
public final class ServeCommand extends CommandGroup {
    public ServeCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected List<Object> below() {
        return List.of(
                new StreamsCommand(context),
                new SinkCommand(),
                new AlertsDispatcherCommand(),
                new ScrapeCommand(context),
                new ExporterCommand(),
                new RegistryCommand(context),
                new ArchiveCommand());
    }

    @Command(
            name = "sink",
            description = "Store the records of the teams' topics, with rows and offsets in one transaction.",
            footer = {
                "  tidemark serve sink --kafka broker-1:9092 --registry http://registry:8081 --team perf --http 9465",
                "  tidemark serve sink --kafka broker-1:9092 --registry http://registry:8081"
                        + " --store 'jdbc:postgresql://db/tidemark?user=tidemark'"
            })
    private final class SinkCommand implements Callable<Integer> {
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
            return watch.serveForever(seen, context.terminal(), () -> SinkHealth.of(sink));
        }
    }

    @Command(
            name = "alerts",
            description = {
                "Tell receivers about breaches, regressions and broken runs.",
                "One process at a time dispatches a team; another takes over when it ends."
            },
            footer = {
                "  tidemark serve alerts --kafka broker-1:9092 --registry http://registry:8081 --alerts alerts.yaml",
                "  tidemark serve alerts --kafka broker-1:9092 --registry http://registry:8081 --team perf"
                        + " --alerts alerts.yaml --store 'jdbc:postgresql://db/tidemark?user=tidemark' --http 9467"
            })
    private final class AlertsDispatcherCommand implements Callable<Integer> {
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
            return watch.serveForever(seen, context.terminal(), () -> AlertsHealth.of(dispatcher));
        }
    }

    @Command(
            name = "exporter",
            description = {
                "Expose the results of teams as metrics of Prometheus: latencies as native histograms, requests, objectives,",
                "error budgets, breaches, verdicts. It stores nothing and changes nothing."
            },
            footer = {
                "  tidemark serve exporter --http 9467",
                "  tidemark serve exporter --kafka broker-1:9092 --registry http://registry:8081 --team perf,nightly --http 9467"
            })
    private final class ExporterCommand implements Callable<Integer> {
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
            return watch.serveForever(seen, context.terminal(), teamsRead::health);
        }
    }

    @Command(
            name = "archive",
            description = "Keep tokens and requests as Parquet files; its options: tidemark serve archive --help.")
    private static final class ArchiveCommand implements Callable<Integer> {
        @Unmatched
        private final List<String> arguments = new ArrayList<>();

        @Override
        public Integer call() {
            throw new InvalidInputException(
                    "archive has a separate class path: use bin/tidemark serve archive " + String.join(" ", arguments));
        }
    }
}
