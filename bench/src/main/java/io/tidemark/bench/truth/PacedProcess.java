package io.tidemark.bench.truth;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The paced server, started and asked. */
final class PacedProcess implements AutoCloseable {
    private final JavaProcess process;
    private final URI url;

    private PacedProcess(JavaProcess process, URI url) {
        this.process = process;
        this.url = url;
    }

    /**
     * What the server says of itself since it was last asked.
     *
     * @param requests answered to their end, by id
     * @param cut answers that their client left
     */
    record Told(Lateness lateness, Lateness gaps, long cut, Map<String, Written> requests) {}

    /** Of all writes. */
    record Lateness(long count, long p50Nanos, long p99Nanos, long maxNanos) {
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
    static PacedProcess start(Path folder) throws IOException {
        Files.createDirectories(folder);
        JavaProcess process = JavaProcess.start(new JavaProcess.Command(
                PacedServer.class,
                List.of("-Xmx256m", "-XX:+UseSerialGC"),
                List.of(),
                folder.resolve("paced-server.log")));
        return new PacedProcess(process, URI.create(process.line()));
    }

    URI url() {
        return url;
    }

    /** Takes its log. */
    Told log() throws IOException {
        process.say("log");
        Lateness lateness = Lateness.parse(process.line());
        Lateness gaps = Lateness.parse(process.line());
        long cut = Long.parseLong(process.line());
        Map<String, Written> requests = new HashMap<>();
        for (String line = process.line(); !line.isEmpty(); line = process.line()) {
            Written written = Written.parse(line);
            requests.put(written.request(), written);
        }
        return new Told(lateness, gaps, cut, requests);
    }

    @Override
    public void close() {
        process.close();
    }
}
