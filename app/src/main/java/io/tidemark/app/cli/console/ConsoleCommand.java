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
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.files.FileMode;
import io.tidemark.schemas.serde.RegistryUnavailableException;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.web.oidc.OidcClient;
import io.tidemark.web.oidc.OidcLogin;
import io.tidemark.web.oidc.OidcSettings;
import io.tidemark.web.server.ListenAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark console}: web pages of runs. */
@Command(
        name = "console",
        description = {
            "Serve web pages of runs: live from the topics, and from the store.",
            "Changes need a token of the scope admin; on loopback without tokens the user of the machine may.",
            "`tidemark up` and `tidemark demo` serve the same pages."
        },
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

    /** Whether and how browsers log in at the OpenID provider whose tokens are taken. */
    private static final class ProviderLoginOptions {
        private static final String CLIENT_ID = "--http-oidc-client-id";

        @Option(
                names = CLIENT_ID,
                paramLabel = "ID",
                description = "Browsers may log in at the OpenID provider, where this server is this client.")
        private @Nullable String clientId;

        @Option(
                names = "--http-oidc-client-secret-file",
                paramLabel = "FILE",
                description = "The client's secret, in one line. Default: a public client, protected by PKCE alone.")
        private @Nullable Path secretFile;

        @Option(
                names = "--http-oidc-scope",
                paramLabel = "SCOPE",
                description = "Asked for beside openid, such as groups. May be repeated.")
        private List<String> scopes = List.of();

        @Option(
                names = "--http-external-url",
                paramLabel = "URL",
                description =
                        "What browsers call this server, such as https://tidemark.example.com; the provider sends them"
                                + " back there. Default, on loopback alone: the address of the request.")
        private @Nullable String externalUrl;

        /** @throws InvalidInputException naming the option that is missing or wrong */
        Optional<OidcLogin> of(HttpSecurityOptions security, ListenAddress address, CommandContext context) {
            if (clientId == null) {
                requireNoOther();
                return Optional.empty();
            }
            OidcSettings provider = security.provider()
                    .orElseThrow(
                            () -> new InvalidInputException(
                                    CLIENT_ID
                                            + " needs a provider: give --http-oidc-issuer, --http-oidc-audience and --http-oidc-grant"));
            if (externalUrl == null && (!address.isLoopback() || security.isBehindProxy())) {
                throw new InvalidInputException(CLIENT_ID
                        + " needs --http-external-url URL, because only loopback addresses are taken from a request: what"
                        + " browsers call this server, such as https://tidemark.example.com");
            }
            OidcClient client = client(clientId);
            Clocks clocks = context.clocks();
            return Optional.of(new OidcLogin(provider, client, clocks, new SecureRandom()));
        }

        private void requireNoOther() {
            if (secretFile != null || !scopes.isEmpty() || externalUrl != null) {
                throw new InvalidInputException(
                        "--http-oidc-client-secret-file, --http-oidc-scope and --http-external-url go with " + CLIENT_ID
                                + ": give it too, or none of them");
            }
        }

        private OidcClient client(String id) {
            Optional<String> secret = Optional.ofNullable(secretFile).map(ProviderLoginOptions::secret);
            Optional<String> url = Optional.ofNullable(externalUrl);
            return OptionParser.parse("--http-", () -> new OidcClient(id, secret, scopes, url));
        }

        private static String secret(Path file) {
            try {
                FileMode.requireSecret(file);
                String secret = Files.readString(file).strip();
                if (secret.isEmpty()) {
                    throw new IOException(file + " is empty");
                }
                return secret;
            } catch (NoSuchFileException e) {
                throw new InvalidInputException("--http-oidc-client-secret-file: there is no file " + file);
            } catch (IOException e) {
                throw new InvalidInputException("--http-oidc-client-secret-file cannot be used: " + e.getMessage());
            }
        }
    }
}
