package io.tidemark.bench.scale;

import io.tidemark.bench.harness.BenchmarkCluster;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.JavaProcess;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.streams.host.GroupOptions;
import io.tidemark.streams.host.StreamsOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A streams host in a process of its own. */
final class StreamsHostProcess implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Duration POLL = Duration.ofMillis(200);

    private final JavaProcess process;

    /** What it holds. */
    record Resources(long running, long threads, long heapBytes, long sockets, long cpuMillis) {}

    private StreamsHostProcess(JavaProcess process) {
        this.process = process;
    }

    static StreamsHostProcess start(BenchmarkContext bench, BenchmarkCluster stack, String name, GroupOptions group)
            throws IOException {
        StreamsOptions options = stack.hostOptions(name);
        return new StreamsHostProcess(JavaProcess.start(new JavaProcess.Command(
                StreamsHostMain.class,
                List.of("-Xmx1g", "-XX:+UseG1GC"),
                List.of(
                        options.kafka().bootstrapServers(),
                        options.registry().url(),
                        options.stateDir().toString(),
                        group.protocol().name(),
                        Integer.toString(group.standbys())),
                bench.folder().resolve(name + ".log"))));
    }

    Resources resources() throws IOException {
        process.writeLine("all");
        String[] words = process.readLine().split(" ", -1);
        return new Resources(
                Long.parseLong(words[0]),
                Long.parseLong(words[1]),
                Long.parseLong(words[2]),
                Long.parseLong(words[3]),
                Long.parseLong(words[4]));
    }

    private long running() throws IOException {
        process.writeLine(StreamsHostMain.RUNNING);
        return Long.parseLong(process.readLine());
    }

    /** Returns when so many teams run. */
    void awaitRunning(NanoClock clock, int teams) throws IOException {
        long began = clock.nanos();
        while (running() < teams) {
            if (clock.nanos() - began > LIMIT.toNanos()) {
                throw new IllegalStateException("of " + teams + " teams run: " + resources());
            }
            LockSupport.parkNanos(POLL.toNanos());
        }
    }

    /** As {@code kill -9}. */
    void kill() {
        ProcessHandle.of(process.pid()).ifPresent(ProcessHandle::destroyForcibly);
    }

    @Override
    public void close() {
        kill();
        process.close();
    }
}
