package io.tidemark.sinks.sink;

import io.tidemark.fixtures.process.ChildJvm;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.time.NanoClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A sink in a JVM of its own, so that it can be killed. Small batches: many commits to be killed between. */
final class SinkProcess {
    private SinkProcess() {}

    static ChildJvm start(String bootstrapServers, String registryUrl, Path store, Path log) {
        return ChildJvm.start(
                SinkProcess.class,
                List.of("-Xmx256m", "-Djava.io.tmpdir=" + log.getParent()),
                List.of(bootstrapServers, registryUrl, store.toString()),
                log);
    }

    /** Runs until its standard input ends, which it does when the test goes away too. */
    public static void main(String[] args) throws IOException {
        SinkOptions base = SinkOptions.of(args[0], RegistryConfig.of(args[1]), Path.of(args[2]), Set.of());
        SinkOptions options = new SinkOptions(
                base.bootstrapServers(),
                Map.of("max.poll.records", "50"),
                base.registry(),
                base.store(),
                base.teams(),
                base.retention());
        try (StoreSink sink = StoreSink.start(options, new SinkClocks(NanoClock.SYSTEM, InstantSource.system()))) {
            while (System.in.read() >= 0) {
                System.out.println(sink.status());
            }
        }
    }
}
