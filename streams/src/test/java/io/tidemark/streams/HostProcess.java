package io.tidemark.streams;

import io.tidemark.schemas.serde.RegistryConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/** A streams host in a process of its own, to be killed. Arguments: bootstrap servers, registry URL, state directory. */
final class HostProcess {
    private HostProcess() {}

    public static void main(String[] arguments) throws InterruptedException {
        StreamsHost host = StreamsHost.start(
                StreamsOptions.of(arguments[0], RegistryConfig.embedded(arguments[1]), Path.of(arguments[2]))
                        .withTuning(new StreamsOptions.Tuning(1, 2, Duration.ofSeconds(1))),
                InstantSource.system());
        Runtime.getRuntime().addShutdownHook(new Thread(host::close));
        Thread.currentThread().join();
    }

    static Process start(String bootstrapServers, String registryUrl, Path stateDir) {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                HostProcess.class.getName(),
                bootstrapServers,
                registryUrl,
                stateDir.toString());
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(stateDir.resolveSibling("host.log").toFile())
                    .start();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
