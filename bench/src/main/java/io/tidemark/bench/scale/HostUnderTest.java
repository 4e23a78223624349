package io.tidemark.bench.scale;

import io.tidemark.bench.Stack;
import io.tidemark.bench.Workbench;
import io.tidemark.bench.truth.JavaProcess;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.streams.HostGroup;
import io.tidemark.streams.StreamsOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A streams host in a process of its own. */
final class HostUnderTest implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Duration POLL = Duration.ofMillis(200);

    private final JavaProcess process;

    /** What it holds. */
    record Holds(long running, long threads, long heapBytes, long sockets, long cpuMillis) {}

    private HostUnderTest(JavaProcess process) {
        this.process = process;
    }

    static HostUnderTest start(Workbench bench, Stack stack, String name, HostGroup group) throws IOException {
        StreamsOptions options = stack.hostOptions(name);
        return new HostUnderTest(JavaProcess.start(new JavaProcess.Command(
                HostMain.class,
                List.of("-Xmx1g", "-XX:+UseG1GC"),
                List.of(
                        options.kafka().bootstrapServers(),
                        options.registry().url(),
                        options.stateDir().toString(),
                        group.protocol().name(),
                        Integer.toString(group.standbys())),
                bench.folder().resolve(name + ".log"))));
    }

    Holds holds() throws IOException {
        process.say("all");
        String[] words = process.line().split(" ", -1);
        return new Holds(
                Long.parseLong(words[0]),
                Long.parseLong(words[1]),
                Long.parseLong(words[2]),
                Long.parseLong(words[3]),
                Long.parseLong(words[4]));
    }

    private long running() throws IOException {
        process.say(HostMain.RUNNING);
        return Long.parseLong(process.line());
    }

    /** Returns when so many teams run. */
    void awaitRunning(NanoClock clock, int teams) throws IOException {
        long began = clock.nanos();
        while (running() < teams) {
            if (clock.nanos() - began > LIMIT.toNanos()) {
                throw new IllegalStateException("of " + teams + " teams run: " + holds());
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
