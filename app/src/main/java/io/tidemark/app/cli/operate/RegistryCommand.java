package io.tidemark.app.cli.operate;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.stack.StackPorts;
import io.tidemark.app.team.RegistryUsersFile;
import io.tidemark.cluster.AddressRules;
import io.tidemark.cluster.ClusterException;
import io.tidemark.cluster.ListenException;
import io.tidemark.cluster.registry.RegistryOptions;
import io.tidemark.cluster.registry.RegistrySecurity;
import io.tidemark.cluster.registry.RegistrySecurity.TlsKey;
import io.tidemark.cluster.registry.http.SchemaRegistryServer;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.failure.UnavailableException;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "registry",
        description = {
            "Run a schema registry with Confluent's REST API. Schemas are kept in the topic _schemas of Kafka.",
            "Without --users it listens on loopback only and lets everybody do everything."
        },
        footer = {
            "  tidemark serve registry --kafka broker-1:9092",
            "  tidemark serve registry --kafka broker-1:9093 --kafka-config registry.properties"
                    + " --host 10.0.0.7 --users users.json --tls key.pem"
        })
final class RegistryCommand implements Callable<Integer> {
    private static final String DEFAULT_PORT = "8081";

    private final CommandContext context;

    @Option(names = "--kafka", paramLabel = "HOST:PORT", required = true, description = "Bootstrap servers of Kafka.")
    private String kafka = "";

    @Option(
            names = "--kafka-config",
            paramLabel = "FILE",
            description = "Kafka client settings (security ...) as a properties file.")
    private @Nullable Path kafkaConfig;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Elsewhere than on loopback it needs --users and --tls. Default: ${DEFAULT-VALUE}")
    private String host = "127.0.0.1";

    @Option(names = "--port", defaultValue = DEFAULT_PORT, description = "0 for a free one. Default: ${DEFAULT-VALUE}")
    private int port;

    @Option(
            names = "--users",
            paramLabel = "FILE",
            description = "Users with hashes of passwords and rights. If it is not there it is made with a user admin,"
                    + " whose settings for --registry-config go to admin.registry.properties beside it.")
    private @Nullable Path users;

    @Option(
            names = "--tls",
            paramLabel = "FILE",
            description = "Key and certificates for HTTPS: PEM, or PKCS12 (.p12, .pfx).")
    private @Nullable Path tls;

    @Option(names = "--tls-password-file", paramLabel = "FILE", description = "With the password of a PKCS12 file.")
    private @Nullable Path tlsPassword;

    RegistryCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
        RegistryOptions options = options();
        makeUsers();
        try {
            SchemaRegistryServer registry = context.resources().register(SchemaRegistryServer.start(options));
            context.terminal()
                    .printFormatted(
                            "registry at %s, schemas in %s of %s, %s.  Ctrl-C ends it.",
                            registry.url(), options.topic(), kafka, users == null ? "no users" : "users of " + users);
        } catch (ListenException e) {
            throw StackPorts.refused("--port", e);
        } catch (ClusterException e) {
            throw new UnavailableException(String.valueOf(e.getMessage()), e);
        }
        new CountDownLatch(1).await();
        return ExitCode.OK.code();
    }

    private RegistryOptions options() {
        return OptionParser.parse("", () -> {
            AddressRules.requirePort("--port", port);
            return RegistryOptions.on(kafka)
                    .withClientSettings(ClusterConnectionOptions.properties("--kafka-config", kafkaConfig))
                    .letting(security())
                    .listeningOn(host, port);
        });
    }

    private RegistrySecurity security() {
        if (users == null && tls != null) {
            throw new IllegalArgumentException("--tls needs --users");
        }
        return users == null
                ? new RegistrySecurity.LoopbackOnly()
                : new RegistrySecurity.Users(
                        users, Optional.ofNullable(tls).map(key -> new TlsKey(key, Optional.ofNullable(tlsPassword))));
    }

    private void makeUsers() {
        Path file = users;
        if (file == null) {
            return;
        }
        try {
            RegistryUsersFile.makeIfMissing(file, new SecureRandom())
                    .ifPresent(settings -> context.terminal()
                            .printFormatted("made %s with a user admin; its settings are in %s", file, settings));
        } catch (IOException e) {
            throw new InvalidInputException("--users " + file + " is not there and cannot be made: " + e.getMessage());
        }
    }
}
