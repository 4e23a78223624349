package io.tidemark.archive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.archive.format.RegistryAddress;
import io.tidemark.archive.job.ArchiveException;
import io.tidemark.archive.job.ArchiveOptions;
import io.tidemark.schemas.serde.RegistryConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the events are: named, or the local stack of {@code tidemark up}. The same names as those of every other verb. */
final class SourceOptions {
    @Option(
            names = "--kafka",
            paramLabel = "HOST:PORT",
            description = "Bootstrap servers of a Kafka cluster. Default: the stack of `tidemark up`.")
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

    ArchiveOptions.Source source(Path home) {
        if (kafka == null && registry == null) {
            return ofStack(home.resolve("stack.json"));
        }
        if (kafka == null || registry == null) {
            throw new UsageException("--kafka and --registry go together: give both, or neither for the local stack");
        }
        Map<String, String> settings = new LinkedHashMap<>(properties("--registry-config", registryConfig));
        settings.putAll(registrySettings);
        RegistryConfig config = new RegistryConfig(registry, settings, RegistryConfig.Registration.LOOK_UP);
        return new ArchiveOptions.Source(kafka, properties("--kafka-config", kafkaConfig), RegistryAddress.of(config));
    }

    private static ArchiveOptions.Source ofStack(Path file) {
        try {
            JsonNode stack = new ObjectMapper().readTree(file.toFile());
            if (isUp(stack.path("pid").asLong())) {
                return new ArchiveOptions.Source(
                        stack.path("kafka").asText(),
                        Map.of(),
                        new RegistryAddress(stack.path("registry").asText(), Map.of()));
            }
        } catch (IOException e) {
            throw noCluster(file, e);
        }
        throw noCluster(file, null);
    }

    private static boolean isUp(long pid) {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    private static ArchiveException noCluster(Path file, @Nullable IOException cause) {
        String message = "no cluster: " + file
                + " names no stack that is up; start one with `tidemark up`, or give --kafka and --registry";
        return cause == null ? new ArchiveException(message) : new ArchiveException(message, cause);
    }

    private static Map<String, String> properties(String option, @Nullable Path file) {
        if (file == null) {
            return Map.of();
        }
        Properties properties = new Properties();
        try (var in = Files.newBufferedReader(file)) {
            properties.load(in);
        } catch (IOException e) {
            throw new UsageException(option + " " + file + " cannot be read: " + e.getMessage(), e);
        }
        Map<String, String> settings = new LinkedHashMap<>();
        properties.stringPropertyNames().forEach(name -> settings.put(name, properties.getProperty(name)));
        return settings;
    }
}
