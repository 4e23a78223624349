package io.tidemark.app.cli.console;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.shared.HttpSecurityOptions;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.health.ConsoleHealth;
import io.tidemark.app.health.MonitoringAccess;
import io.tidemark.app.health.ProcessMonitoring;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.console.change.Changes;
import io.tidemark.console.server.ConsoleServer;
import io.tidemark.console.server.ConsoleServer.Listening;
import io.tidemark.console.server.ConsoleServer.Shown;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.RegistryUnavailableException;
import io.tidemark.web.server.ListenAddress;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark console}: web pages of runs. */
@Command(
        name = "console",
        mixinStandardHelpOptions = true,
        description = {
            "Serve web pages of runs: live from the topics, and from the store.",
            "Changes need a token of the scope admin; on loopback without tokens the user of the machine may.",
            "`tidemark up` and `tidemark demo` serve the same pages."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark console",
            "  tidemark console --kafka broker-1:9092 --registry http://registry:8081 --team perf,nightly \\",
            "    --store jdbc:postgresql://db/tidemark?user=reader --http 0.0.0.0:9480 --http-tokens tokens.json \\",
            "    --http-certificate server.pem --http-key server.key"
        })
public final class ConsoleCommand implements Callable<Integer> {
    private final CommandContext context;

    @Mixin
    private final ClusterConnectionOptions cluster = new ClusterConnectionOptions();

    @Option(
            names = "--team",
            paramLabel = "NAME,...",
            split = ",",
            defaultValue = "default",
            description = "Teams whose runs are shown as they are. Default: ${DEFAULT-VALUE}")
    private List<String> teams = List.of("default");

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Option(
            names = "--http",
            paramLabel = "[HOST:]PORT",
            defaultValue = "" + LocalConsole.PORT,
            description = "Address of the pages; without HOST on loopback only. Default: ${DEFAULT-VALUE}")
    private String address = "";

    @Option(names = "--read-only", description = "Turn all changes off.")
    private boolean readOnly;

    @Mixin
    private final HttpSecurityOptions security = new HttpSecurityOptions();

    @Mixin
    private final ProviderLoginOptions logins = new ProviderLoginOptions();

    public ConsoleCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
        ListenAddress where = OptionParser.parse("--http ", () -> ListenAddress.parse(address));
        List<Team> owners = teams.stream().map(OptionParser::team).toList();
        Optional<ClusterConnection> connection = cluster.namedOrUp(context.home());
        Optional<ClusterConnection> answering = connection.filter(there -> answers(there, owners));
        Optional<Changes> changes =
                readOnly ? Optional.empty() : Optional.of(LocalConsole.changes(context, answering, owners));
        Shown shown = new Shown(store.existing(context), owners, connection.map(LocalConsole::live), changes);
        ConsoleServer console = start(where, shown);
        context.terminal().printLine("console    " + console.url());
        context.terminal().printLine("  store    " + shown.store());
        context.terminal()
                .printLine(
                        connection
                                .map(there -> "  live     " + there.bootstrapServers() + ", teams: "
                                        + String.join(", ", teams))
                                .orElse(
                                        "  live     no cluster: the store alone is shown (`tidemark up`, or --kafka and --registry)"));
        context.terminal().printLine("Ctrl-C ends it.");
        new CountDownLatch(1).await();
        return ExitCode.OK.code();
    }

    /**
     * Whether the topics of these teams are there. A cluster that does not answer is no reason to show nothing of the store: the console asks
     * for the topics until it has them.
     *
     * @throws OperationException if the cluster answers, and lacks a topic or a schema
     */
    private boolean answers(ClusterConnection there, List<Team> owners) {
        Optional<String> lacking;
        try {
            lacking = owners.stream()
                    .flatMap(owner -> there.lacking(owner).stream())
                    .findFirst();
        } catch (OperationException | RegistryUnavailableException e) {
            context.terminal()
                    .warn(e.getMessage()
                            + " The console shows the store, and tries the topics again every 5 s; it cannot change objectives and"
                            + " stop runs before it is started again.");
            return false;
        }
        lacking.ifPresent(description -> {
            throw new UnavailableException(description);
        });
        return true;
    }

    private ConsoleServer start(ListenAddress where, Shown shown) {
        MonitoringAccess access = new MonitoringAccess(where, security.of("--http", where, context));
        ProcessMonitoring seen = ProcessMonitoring.open(context.resources(), Optional.of(access));
        AtomicReference<ConsoleServer> started = new AtomicReference<>();
        try {
            ConsoleServer console = context.resources()
                    .register(ConsoleServer.start(
                            new Listening(
                                    where,
                                    access.security(),
                                    security.isBehindProxy(),
                                    logins.of(security, where, context)),
                            shown,
                            context.wallClock(),
                            seen.routes(() -> ConsoleHealth.of(Optional.ofNullable(started.get())))));
            started.set(console);
            return console;
        } catch (IOException e) {
            throw new UnavailableException("--http: " + e.getMessage(), e);
        } catch (KafkaException e) {
            throw new UnavailableException("--kafka: " + e.getMessage(), e);
        }
    }
}
