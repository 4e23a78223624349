package io.tidemark.streams;

import io.tidemark.fixtures.process.ChildJvm;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.streams.host.GroupOptions;
import io.tidemark.streams.host.StreamsHost;
import io.tidemark.streams.host.StreamsOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/**
 * A streams host in a process of its own, to be killed. Arguments: bootstrap servers, registry URL, state directory, group protocol,
 * standbys.
 */
final class HostProcess {
    private HostProcess() {}

    public static void main(String[] arguments) throws InterruptedException {
        GroupOptions group =
                new GroupOptions(GroupOptions.Protocol.valueOf(arguments[3]), Integer.parseInt(arguments[4]));
        StreamsHost host = StreamsHost.start(
                StreamsOptions.of(arguments[0], RegistryConfig.embedded(arguments[1]), Path.of(arguments[2]))
                        .withTuning(new StreamsOptions.Tuning(1, 2, Duration.ofSeconds(1)).withGroup(group)),
                InstantSource.system());
        Runtime.getRuntime().addShutdownHook(new Thread(host::close));
        Thread.currentThread().join();
    }

    static ChildJvm start(String bootstrapServers, String registryUrl, Path stateDir) {
        return start(bootstrapServers, registryUrl, stateDir, GroupOptions.CLASSIC);
    }

    /** What it prints is beside its state directory. */
    static ChildJvm start(String bootstrapServers, String registryUrl, Path stateDir, GroupOptions group) {
        return ChildJvm.start(
                HostProcess.class,
                List.of("-Xmx256m", "-Djava.io.tmpdir=" + stateDir.getParent()),
                List.of(
                        bootstrapServers,
                        registryUrl,
                        stateDir.toString(),
                        group.protocol().name(),
                        Integer.toString(group.standbys())),
                stateDir.resolveSibling(stateDir.getFileName() + ".log"));
    }
}
