package io.tidemark.bench.accuracy;

import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.referenceserver.ReferenceServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
}
