package io.tidemark.faults;

import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.streams.host.GroupOptions;
import io.tidemark.streams.host.StreamsHost;
import io.tidemark.streams.host.StreamsOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * A streams host in a process of its own. Arguments: bootstrap servers, registry URL, state directory, group protocol, then any
 * {@code setting=value} of the registry's client ({@code basic.auth}) or of Kafka's. Prints how its teams are whenever that changes.
 */
final class HostMain {
    private static final int GIVEN = 4;
    private static final long LOOK_NANOS = Duration.ofMillis(100).toNanos();

    private HostMain() {}

    public static void main(String[] arguments) {
        Map<Boolean, Map<String, String>> settings = Arrays.stream(arguments)
                .skip(GIVEN)
                .map(setting -> setting.split("=", 2))
                .collect(Collectors.partitioningBy(
                        pair -> pair[0].startsWith("basic.auth"), Collectors.toMap(pair -> pair[0], pair -> pair[1])));
        StreamsOptions options = new StreamsOptions(
                new StreamsOptions.Kafka(arguments[0], settings.get(false)),
                new RegistryConfig(arguments[1], settings.get(true), RegistryConfig.Registration.REGISTER),
                Path.of(arguments[2]),
                Set.of(),
                new StreamsOptions.Tuning(1, 2, Duration.ofSeconds(1))
                        .withGroup(new GroupOptions(GroupOptions.Protocol.valueOf(arguments[3]), 0)));
        StreamsHost host = StreamsHost.start(options, InstantSource.system());
        Thread closing = new Thread(host::close);
        Runtime.getRuntime().addShutdownHook(closing);
        String told = "";
        while (host.isAlive()) {
            String status = host.status() + " " + host.problem().orElse("");
            if (!status.equals(told)) {
                System.out.println(InstantSource.system().instant() + " " + status);
                told = status;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }
}
