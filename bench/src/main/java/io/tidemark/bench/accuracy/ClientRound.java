package io.tidemark.bench.accuracy;

import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.referenceserver.ReferenceServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** A fresh server for each client, and a fresh home for the commands that do not share one. */
final class ClientRound implements AutoCloseable {
    /** What an earlier command left behind, such as pages to be written, is over by then. */
    private static final Duration SETTLING = Duration.ofSeconds(1);

    private final Map<BenchClient, ReferenceServerProcess> servers = new HashMap<>();
    private final Path folder;
    private final Path home;

    /** Whether the server and the home have seen a command before. */
    enum Start {
        COLD,
        WARM;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** @param sharedHome that of a stack; else the round has one of its own */
    ClientRound(BenchmarkContext bench, List<BenchClient> clients, Optional<Path> sharedHome) throws IOException {
        folder = Files.createDirectories(bench.folder());
        home = sharedHome.orElse(folder.resolve("home"));
        for (BenchClient client : clients) {
            servers.put(client, ReferenceServerProcess.start(folder.resolve(client.name())));
        }
    }

    ClientRun run(BenchClient client, Start start, AccuracyLoad load) throws IOException {
        ReferenceServerProcess server = Objects.requireNonNull(servers.get(client), client.name());
        String name = client.name() + "-" + start.word();
        Path result = folder.resolve(name + ".json");
        LockSupport.parkNanos(SETTLING.toNanos());
        ForeignCpu before = ForeignCpu.mark(server.pid());
        TimedCommand command = TimedCommand.run(
                client.words(server.url(), load, folder, name + ".json"),
                Map.of("TIDEMARK_HOME", home.toString()),
                folder.resolve(name + ".log"));
        if (!Files.exists(result)) {
            throw new IllegalStateException(client.name() + " ended with " + command.exitCode()
                    + " and without a result: " + Files.readString(command.log()));
        }
        double foreignSeconds = ForeignCpu.mark(server.pid()).secondsSince(before, command.cpuSeconds());
        return ClientRun.of(
                new ClientRun.Turn(client, start, command, foreignSeconds),
                ClientResult.read(result, load.streams()),
                server.log());
    }

    @Override
    public void close() {
        servers.values().forEach(ReferenceServerProcess::close);
    }

    /** Processor time that the machine spent on neither the client nor its server: what disturbed a figure. Not a number where the
     * kernel is not Linux. */
    record ForeignCpu(double busySeconds, double serverSeconds) {
        private static final Path STAT = Path.of("/proc/stat");
        /** Of the kernel's interface to programs, on all architectures that Java runs on. */
        private static final double TICKS_PER_SECOND = 100;

        /** From here on. */
        static ForeignCpu mark(long serverPid) throws IOException {
            double busy = Files.isReadable(STAT) ? busy(Files.readString(STAT)) : Double.NaN;
            return new ForeignCpu(busy, server(serverPid));
        }

        /** Since then; not below 0, which the kernel's ticks alone would give. */
        double secondsSince(ForeignCpu before, double clientSeconds) {
            return Math.max(
                    0, busySeconds - before.busySeconds - (serverSeconds - before.serverSeconds) - clientSeconds);
        }

        /** User, nice and system, of the line of all processors. */
        static double busy(String stat) {
            return Arrays.stream(stat.split("\n", 2)[0].split(" +"))
                            .skip(1)
                            .limit(3)
                            .mapToLong(Long::parseLong)
                            .sum()
                    / TICKS_PER_SECOND;
        }

        private static double server(long pid) {
            return ProcessHandle.of(pid)
                            .flatMap(process -> process.info().totalCpuDuration())
                            .map(Duration::toNanos)
                            .orElse(0L)
                    / 1e9;
        }
    }
}
