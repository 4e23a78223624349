package io.tidemark.app.cli.operate;

import io.tidemark.alerts.dispatch.AlertDispatcher;
import io.tidemark.app.cli.alerts.AlertsFileOptions;
import io.tidemark.app.cli.console.LocalConsole;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.shared.OptionConverters;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.app.delivery.SpooledRuns;
import io.tidemark.app.health.AlertsHealth;
import io.tidemark.app.health.ProcessMonitoring;
import io.tidemark.app.process.AttachedInput;
import io.tidemark.app.process.ResourceScope;
import io.tidemark.app.stack.AwaitedExporter;
import io.tidemark.app.stack.LocalStack;
import io.tidemark.app.stack.StackAddresses;
import io.tidemark.app.stack.StackOptions;
import io.tidemark.app.stack.StackProcess;
import io.tidemark.cluster.AddressRules;
import io.tidemark.console.server.ConsoleServer;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.net.HostPort;
import io.tidemark.streams.host.HostMeterRegistry;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark up}: the local stack. */
@Command(
        name = "up",
        description = {
            "Run the local stack: Kafka, registry, streams, store and console.",
            "It runs in this process until Ctrl-C or `tidemark down`."
        },
        footer = {
            "  tidemark up",
            "  tidemark up --team perf,nightly --kafka-port 9092 --registry-port 8081",
            "  tidemark up --host 0.0.0.0 --kafka-port 9092 --advertise gpu-1:9092"
        })
public final class UpCommand implements Callable<Integer> {
    private final CommandContext context;

    @Option(
            names = "--team",
            paramLabel = "NAME,...",
            split = ",",
            defaultValue = "default",
            description = "Teams to create topics for. Default: ${DEFAULT-VALUE}")
    private List<String> teams = List.of("default");

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description =
                    "Address that broker and registry listen on, without TLS and users. Default: ${DEFAULT-VALUE}")
    private String host = "127.0.0.1";

    @Option(
            names = "--advertise",
            paramLabel = "HOST[:PORT]",
            description =
                    "The broker's address for clients elsewhere, as behind a port mapping. --host may then be 0.0.0.0"
                            + " or ::. Default: that which it listens on")
    private @Nullable String advertise;

    @Option(
            names = "--advertise-registry",
            paramLabel = "URL",
            converter = OptionConverters.Url.class,
            description =
                    "The registry's URL for clients elsewhere. Default: http, the host of --advertise, the port that it"
                            + " listens on")
    private @Nullable URI advertiseRegistry;

    @Option(
            names = "--kafka-port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "0: the previous port, or a free one. Default: ${DEFAULT-VALUE}")
    private int kafkaPort;

    @Option(
            names = "--registry-port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "0: the previous port, or a free one. Default: ${DEFAULT-VALUE}")
    private int registryPort;

    @Option(
            names = "--console-port",
            paramLabel = "PORT",
            description = "Port of the web pages, on loopback. Default: " + LocalConsole.PORT
                    + ", or a free one if it is taken.")
    private @Nullable Integer consolePort;

    @Option(
            names = "--attached",
            hidden = true,
            description =
                    "As a command starts a stack for itself: without console and alerts, and until standard input ends.")
    private boolean attached;

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Mixin
    private final AlertsFileOptions alerts = new AlertsFileOptions();

    @Mixin
    private final RetentionOptions keep = new RetentionOptions();

    @Mixin
    private final MonitoringOptions watch = new MonitoringOptions();

    public UpCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
        List<Team> owners = teams.stream().map(OptionParser::team).toList();
        return (attached ? serveOneCommand(owners) : serveAnybody(owners)).code();
    }

    private ExitCode serveOneCommand(List<Team> owners) {
        AttachedInput.atEnd(System.in, () -> context.resources().stop(ResourceScope.StopReason.NOT_NEEDED));
        StackOptions options =
                StackOptions.onLoopback(context.home(), owners).ofOneCommand().withStore(store.given(context));
        LocalStack stack = context.resources().register(LocalStack.start(options, context));
        context.terminal().printLine(StackProcess.READY);
        stack.awaitEnd();
        return ExitCode.INFRASTRUCTURE;
    }

    private ExitCode serveAnybody(List<Team> owners) throws InterruptedException {
        Terminal terminal = context.terminal();
        StackAddresses addresses = addresses();
        alerts.require(context);
        terminal.printLine("starting broker, registry, streams and store in " + context.home() + " ...");
        StackOptions options = new StackOptions(context.home(), addresses, owners)
                .withStore(store.given(context))
                .withRetention(keep.retention());
        ProcessMonitoring seen = watch.open(context);
        LocalStack stack = context.resources()
                .register(
                        LocalStack.start(options, context, new HostMeterRegistry(seen.meters(), watch.kafkaMeters())));
        SpooledRuns left = new SpooledRuns(context);
        left.storeAll();
        context.resources().register(left.publishWhileUp(stack.connection()));
        AlertDispatcher dispatcher =
                alerts.start(stack.connection(), stack.store(), Set.copyOf(owners), context, seen.meters());
        terminal.printLine("  kafka      " + stack.advertisedServers());
        terminal.printLine("  registry   " + stack.advertisedRegistryUrl());
        if (addresses.isOpenToOthers()) {
            terminal.printLine("  access     no TLS and no users: whoever reaches " + addresses.host()
                    + " reads and writes all that is here");
        }
        terminal.printLine("  store      " + stack.store());
        ConsoleServer console = LocalConsole.start(
                context,
                stack.connection(),
                stack.store(),
                owners,
                consolePort == null ? OptionalInt.empty() : OptionalInt.of(consolePort));
        terminal.printLine("  console    " + console.url());
        serve(seen, stack, owners, dispatcher);
        terminal.printLine("  alerts     " + alerts);
        terminal.printLine("  teams      " + String.join(", ", teams));
        terminal.printLine(
                "It is up.  From another terminal here:  tidemark run --target http://HOST:PORT    tidemark report");
        terminal.printLine("Ctrl-C stops it; its data stays.");
        stack.awaitEnd();
        return ExitCode.INFRASTRUCTURE;
    }

    /** Serves the health pages and the metrics, with the teams' results, if a port for them is configured. */
    private void serve(ProcessMonitoring seen, LocalStack stack, List<Team> owners, AlertDispatcher dispatcher) {
        if (!seen.isListening()) {
            return;
        }
        AwaitedExporter teamsRead = context.resources()
                .register(AwaitedExporter.start(
                        stack.connection(), owners, context.wallClock(), context.terminal()::warn));
        seen.expose(teamsRead.exporter());
        watch.serve(
                seen,
                context.terminal(),
                () -> stack.health().and(teamsRead.health()).and(AlertsHealth.of(dispatcher)));
    }

    private StackAddresses addresses() {
        return OptionParser.parse("", () -> {
            AddressRules.requirePort("--kafka-port", kafkaPort);
            AddressRules.requirePort("--registry-port", registryPort);
            AddressRules.requirePort("--console-port", consolePort == null ? LocalConsole.PORT : consolePort);
            String listening = advertise == null
                    ? AddressRules.requireHost("without --advertise, --host", host)
                    : AddressRules.requireListenHost("--host", host);
            if (advertise == null && advertiseRegistry != null) {
                throw new IllegalArgumentException("--advertise-registry needs --advertise");
            }
            return new StackAddresses(
                    listening,
                    kafkaPort,
                    registryPort,
                    Optional.ofNullable(advertise).map(UpCommand::advertised),
                    Optional.ofNullable(advertiseRegistry));
        });
    }

    private static HostPort advertised(String text) {
        HostPort address = OptionParser.parse("--advertise ", () -> HostPort.parseWithOptionalPort(text));
        AddressRules.requireHost("--advertise", address.host());
        return address;
    }
}
