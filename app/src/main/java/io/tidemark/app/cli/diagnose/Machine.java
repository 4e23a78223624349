package io.tidemark.app.cli.diagnose;

import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.stack.StackFile;
import io.tidemark.reports.chart.DrawingSupport;
import io.tidemark.schemas.time.NanoClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** Measures this machine and its process for {@link MachineChecks}. */
record Machine(CommandContext context) {
    private static final int READINGS = 10_000;
    private static final Duration OBSERVED = Duration.ofMillis(200);

    static Finding java() {
        Runtime runtime = Runtime.getRuntime();
        return MachineChecks.java(
                Runtime.version().toString(),
                Runtime.version().feature(),
                runtime.maxMemory(),
                runtime.availableProcessors());
    }

    /** Whether loopback can be listened on, and whether the ports of the last stack are free. */
    Finding ports() {
        try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return lastPorts(any.getLocalPort());
        } catch (IOException e) {
            return Finding.failed(
                    "ports", "no port of loopback can be listened on: " + e.getMessage(), "let this user open sockets");
        }
    }

    private Finding lastPorts(int free) {
        Optional<StackFile.Entry> last = StackFile.in(context.home()).read();
        if (last.isEmpty() || last.get().alive()) {
            return Finding.ok("ports", "loopback can be listened on, e.g. port " + free);
        }
        int kafka = last.get().portOfKafka();
        int registry = last.get().portOfRegistry();
        if (isFree(kafka) && isFree(registry)) {
            return Finding.ok("ports", "the last stack's ports " + kafka + " and " + registry + " are free");
        }
        return Finding.note(
                "ports",
                "the last stack's port " + (isFree(kafka) ? registry : kafka) + " is taken",
                "`tidemark up` takes another; give --kafka-port and --registry-port for fixed ones");
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            // Another process listens there, so the port is not free.
            return false;
        }
    }

    Finding clocks() {
        NanoClock clock = context.nanoClock();
        Instant wallStart = context.wallClock().instant();
        long start = clock.nanos();
        long step = leastStep(clock);
        while (clock.nanos() - start < OBSERVED.toNanos()) {
            LockSupport.parkNanos(OBSERVED.toNanos() / 10);
        }
        Instant wallEnd = context.wallClock().instant();
        Duration elapsed = Duration.ofNanos(clock.nanos() - start);
        Duration disagreement = Duration.between(wallStart, wallEnd).minus(elapsed);
        return MachineChecks.clocks(Duration.ofNanos(step), disagreement, wallEnd);
    }

    private static long leastStep(NanoClock clock) {
        long least = Long.MAX_VALUE;
        long last = clock.nanos();
        for (int reading = 0; reading < READINGS; reading++) {
            long now = clock.nanos();
            if (now > last) {
                least = Math.min(least, now - last);
            }
            last = now;
        }
        return least;
    }

    Finding disk() {
        Path home = context.home().toAbsolutePath();
        Path there = home;
        while (!Files.exists(there)) {
            there = Objects.requireNonNull(there.getParent(), "a root folder exists");
        }
        try {
            return MachineChecks.disk(
                    home.toString(), Files.getFileStore(there).getUsableSpace(), Files.isWritable(there));
        } catch (IOException e) {
            return Finding.failed(
                    "disk", "the free space for " + home + " cannot be read: " + e.getMessage(), "see its file system");
        }
    }

    /** Charts need them; nothing else does. */
    static Finding fonts() {
        return DrawingSupport.missing()
                .map(missing -> Finding.note("fonts", "charts cannot be drawn", missing))
                .orElseGet(() -> Finding.ok("fonts", "charts can be drawn"));
    }
}
