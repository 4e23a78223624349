package io.tidemark.bench.lane;

import io.tidemark.bench.harness.DurationSample;
import io.tidemark.bench.harness.JavaProcess;
import io.tidemark.bench.lane.ClientProcess.ClientReport;
import io.tidemark.bench.lane.ClientProcess.ClientRequestRecord;
import io.tidemark.bench.referenceserver.ReferenceServerProcess;
import io.tidemark.bench.referenceserver.ServerRequestRecord;
import io.tidemark.events.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongBiFunction;
import java.util.stream.Collectors;

/** Where shots are fired: the paced server, and a broker or none. */
final class ClientRunner {
    private final ReferenceServerProcess server;
    private final Path folder;
    private final List<String> options;
    private int runs;

    ClientRunner(ReferenceServerProcess server, Path folder, List<String> options) {
        this.server = server;
        this.folder = folder;
        this.options = List.copyOf(options);
    }

    /**
     * Where events go.
     *
     * @param broker "nowhere" for publishing turned off
     */
    record PublishTarget(String broker, String registry) {
        static final PublishTarget NONE = new PublishTarget(ClientProcess.NOWHERE, ClientProcess.NOWHERE);
    }

    /** Fires one shot from a fresh process and joins both sides' logs by request id. */
    RunResult run(LoadSpec shot, PublishTarget bus) throws IOException {
        JavaProcess.Command command = new JavaProcess.Command(
                ClientProcess.class,
                options,
                List.of(server.url().toString(), shot.pace().model(), bus.broker(), bus.registry(), shot.plan()),
                folder.resolve("client-" + runs++ + ".log"));
        try (JavaProcess client = JavaProcess.start(command)) {
            return new RunResult(shot, client.read(ClientReport.class), server.log());
        }
    }

    /** Both sides' logs of one shot. */
    record RunResult(LoadSpec load, ClientReport client, ReferenceServerProcess.ServerLog serverLog) {
        /** Requests that ended well and are in the server's log. */
        List<ClientRequestRecord> matched() {
            Map<String, ServerRequestRecord> written = serverLog.requests();
            return client.seen().stream()
                    .filter(request -> request.outcome() == Outcome.OK && written.containsKey(request.request()))
                    .toList();
        }

        /** What the server wrote to them; the first request, which a run sends alone before its steps, is not of the shot. */
        long tokensWritten() {
            Set<String> ofTheShot =
                    matched().stream().map(ClientRequestRecord::request).collect(Collectors.toSet());
            return serverLog.requests().values().stream()
                    .filter(written -> ofTheShot.contains(written.request()))
                    .mapToLong(ServerRequestRecord::tokens)
                    .sum();
        }

        /** The client's TTFT minus the time the server took from its read to its write. */
        DurationSample ttftErrors() {
            return spread((request, server) -> request.firstTokenNanos() - request.sentNanos() - serverNanos(server));
        }

        /** From sending to the server's read. */
        DurationSample requestDelays() {
            return spread((request, server) -> server.readNanos() - request.dueNanos() - request.sentNanos());
        }

        /** From the server's write to the client's stamp. */
        DurationSample responseDelays() {
            return spread((request, server) -> request.dueNanos() + request.firstTokenNanos() - server.firstNanos());
        }

        private DurationSample spread(ToLongBiFunction<ClientRequestRecord, ServerRequestRecord> figure) {
            Map<String, ServerRequestRecord> written = serverLog.requests();
            return DurationSample.of(matched().stream()
                    .mapToLong(request -> figure.applyAsLong(request, written.get(request.request())))
                    .toArray());
        }

        private static long serverNanos(ServerRequestRecord server) {
            return server.firstNanos() - server.readNanos();
        }
    }
}
