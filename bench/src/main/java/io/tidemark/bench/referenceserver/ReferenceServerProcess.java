package io.tidemark.bench.referenceserver;

import io.tidemark.bench.harness.DurationSample;
import io.tidemark.bench.harness.JavaProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
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
     * @param cut answers that their client left
     * @param requests answered to their end, by id
     */
    public record ServerLog(Lateness lateness, long cut, Map<String, ServerRequestRecord> requests) {
        /** From each write to the next of the same answer. */
        public DurationSample gaps() {
            return DurationSample.of(requests.values().stream()
                    .flatMapToLong(ServerRequestRecord::gapsNanos)
                    .toArray());
        }
    }

    /** Of all writes. */
    public record Lateness(long count, long p50Nanos, long p99Nanos, long maxNanos) {
        static Lateness parse(String line) {
            String[] words = line.split(" ", -1);
            return new Lateness(
                    Long.parseLong(words[0]),
                    Long.parseLong(words[1]),
                    Long.parseLong(words[2]),
                    Long.parseLong(words[3]));
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
        Lateness lateness = Lateness.parse(process.readLine());
        long cut = Long.parseLong(process.readLine());
        Map<String, ServerRequestRecord> requests = new HashMap<>();
        for (String line = process.readLine(); !line.isEmpty(); line = process.readLine()) {
            ServerRequestRecord written = ServerRequestRecord.parse(line);
            requests.put(written.request(), written);
        }
        return new ServerLog(lateness, cut, requests);
    }

    @Override
    public void close() {
        process.close();
    }
}
