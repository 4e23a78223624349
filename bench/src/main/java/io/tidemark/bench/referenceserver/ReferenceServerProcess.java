package io.tidemark.bench.referenceserver;

import io.tidemark.bench.harness.DurationSample;
import io.tidemark.bench.harness.JavaProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The paced server, started and asked. */
public final class ReferenceServerProcess implements AutoCloseable {
    private final JavaProcess process;
    private final URI url;

    private ReferenceServerProcess(JavaProcess process, URI url) {
        this.process = process;
        this.url = url;
    }

    /**
     * What the server says of itself since it was last asked.
     *
     * @param lateP99Nanos how late it wrote
     * @param requests answered to their end, by id
     */
    public record ServerLog(long lateP99Nanos, Map<String, ServerRequestRecord> requests) {
        /** From each write to the next of the same answer. */
        public DurationSample gaps() {
            return DurationSample.of(requests.values().stream()
                    .flatMapToLong(ServerRequestRecord::gapsNanos)
                    .toArray());
        }
    }

    /** Returns when it listens. */
    public static ReferenceServerProcess start(Path folder) throws IOException {
        Files.createDirectories(folder);
        JavaProcess process = JavaProcess.start(new JavaProcess.Command(
                ReferenceServer.class,
                List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
                List.of(),
                folder.resolve("paced-server.log")));
        return new ReferenceServerProcess(process, URI.create(process.readLine()));
    }

    public URI url() {
        return url;
    }

    public long pid() {
        return process.pid();
    }

    /** Takes its log. */
    public ServerLog log() throws IOException {
        process.writeLine("log");
        return process.read(ServerLog.class);
    }

    @Override
    public void close() {
        process.close();
    }
}
