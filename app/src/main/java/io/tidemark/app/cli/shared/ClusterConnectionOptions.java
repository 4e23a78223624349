package io.tidemark.app.cli.shared;

import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.app.stack.StackFile;
import io.tidemark.app.stack.StackOptions;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.RegistryConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options by which every verb finds its cluster: named ones, or else the local stack of {@code tidemark up}. */
public final class ClusterConnectionOptions {
    @Option(
            names = "--kafka",
            paramLabel = "HOST:PORT",
            description = "Bootstrap servers of Kafka. Default: the stack of `tidemark up`.")
    private @Nullable String kafka;

    @Option(names = "--registry", paramLabel = "URL", description = "A schema registry with Confluent's REST API.")
    private @Nullable String registry;

    @Option(
            names = "--registry-setting",
            paramLabel = "KEY=VALUE",
            description = "A setting of Confluent's registry client, such as basic.auth.credentials.source=USER_INFO.")
    private Map<String, String> registrySettings = new LinkedHashMap<>();

    @Option(
            names = "--registry-config",
            paramLabel = "FILE",
            description = "The same settings as a properties file. Use it for passwords: all users of a machine can see"
                    + " command lines.")
    private @Nullable Path registryConfig;

    @Option(
            names = "--kafka-config",
            paramLabel = "FILE",
            description = "Kafka client settings (security ...) as a properties file.")
    private @Nullable Path kafkaConfig;

    /** The cluster that was named on the command line, if one was. */
    public Optional<ClusterConnection> named() {
        if (kafka == null && registry == null) {
            return Optional.empty();
        }
        if (kafka == null || registry == null) {
            throw new InvalidInputException(
                    "--kafka and --registry go together (also as TIDEMARK_KAFKA and TIDEMARK_REGISTRY, or in tidemark.yaml):"
                            + " give both, or neither for the local stack");
        }
        String url = registry;
        return Optional.of(new ClusterConnection(
                kafka,
                OptionParser.parse(
                        "--registry: ",
                        () -> new RegistryConfig(url, registrySettings(), RegistryConfig.Registration.LOOK_UP)),
                properties("--kafka-config", kafkaConfig),
                arguments(kafka, registry)));
    }

    /** The named cluster, or the local stack that is up; empty if there is neither. */
    public Optional<ClusterConnection> namedOrUp(Path home) {
        return named().or(() -> StackFile.in(home).up().map(StackFile.Entry::connection));
    }

    /** The named cluster, or the local stack that is up. */
    public ClusterConnection required(Path home) {
        return namedOrUp(home)
                .orElseThrow(() -> new UnavailableException("no cluster: there is no stack up in " + home
                        + "; start one with `tidemark up`, or give --kafka and --registry"));
    }

    /** Adds settings of the registry's client that come from another source than these options. */
    public void add(Map<String, String> settings) {
        registrySettings.putAll(settings);
    }

    /** Files that may hold passwords. */
    public List<Path> secretFiles() {
        return Stream.of(kafkaConfig, registryConfig).filter(Objects::nonNull).toList();
    }

    /** From the command line alone: what {@link #arguments} does not hold, for everybody sees a command line. */
    public Map<String, String> givenSettings() {
        return Map.copyOf(registrySettings);
    }

    private Map<String, String> registrySettings() {
        Map<String, String> settings = new LinkedHashMap<>(properties("--registry-config", registryConfig));
        settings.putAll(registrySettings);
        return settings;
    }

    /** What names the same cluster to another process; without {@link #givenSettings}. */
    public List<String> arguments(ClusterConnection connection) {
        return arguments(connection.bootstrapServers(), connection.registry().url());
    }

    private List<String> arguments(String bootstrapServers, String registryUrl) {
        List<String> arguments = new ArrayList<>(List.of("--kafka", bootstrapServers, "--registry", registryUrl));
        if (registryConfig != null) {
            arguments.addAll(List.of("--registry-config", registryConfig.toString()));
        }
        if (kafkaConfig != null) {
            arguments.addAll(List.of("--kafka-config", kafkaConfig.toString()));
        }
        return arguments;
    }

    /** A cluster's topics have more partitions than those of the local stack. */
    public int defaultPartitions() {
        return kafka == null ? StackOptions.PARTITIONS : Topic.DEFAULT_PARTITIONS;
    }

    /** Of a properties file that an option names; none if it names none. @throws OperationException if it cannot be read */
    public static Map<String, String> properties(String option, @Nullable Path file) {
        if (file == null) {
            return Map.of();
        }
        Properties properties = new Properties();
        try (var in = Files.newBufferedReader(file)) {
            properties.load(in);
        } catch (IOException e) {
            throw new InvalidInputException(option + " " + file + " cannot be read: " + e.getMessage());
        }
        Map<String, String> settings = new LinkedHashMap<>();
        properties.stringPropertyNames().forEach(name -> settings.put(name, properties.getProperty(name)));
        return settings;
    }
}
