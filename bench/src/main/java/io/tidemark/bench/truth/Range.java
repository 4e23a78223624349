package io.tidemark.bench.truth;

import io.tidemark.bench.Spread;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongBiFunction;
import java.util.stream.Collectors;

/** Where shots are fired: the paced server, and a broker or none. */
final class Range {
    private final PacedProcess server;
    private final Path folder;
    private final List<String> options;
    private int shots;

    Range(PacedProcess server, Path folder, List<String> options) {
        this.server = server;
        this.folder = folder;
        this.options = List.copyOf(options);
    }

    /**
     * Where events go.
     *
     * @param broker "nowhere" for publishing turned off
     */
    record Bus(String broker, String registry) {
        static final Bus NONE = new Bus(ClientProcess.NOWHERE, ClientProcess.NOWHERE);
    }

    /** Fires one shot from a fresh process and joins both sides' books by request id. */
    Hit fire(Shot shot, Bus bus) throws IOException {
        JavaProcess.Command command = new JavaProcess.Command(
                ClientProcess.class,
                options,
                List.of(server.url().toString(), shot.pace().model(), bus.broker(), bus.registry(), shot.plan()),
                folder.resolve("client-" + shots++ + ".log"));
        try (JavaProcess client = JavaProcess.start(command)) {
            Costs costs = Costs.parse(client.line());
            long lost = Long.parseLong(client.line());
            List<SeenRequest> seen = new ArrayList<>();
            for (String line = client.line(); !line.isEmpty(); line = client.line()) {
                seen.add(SeenRequest.parse(line));
            }
            return new Hit(shot, costs, lost, seen, server.log());
        }
    }

    /** For other clients on the same server. */
    URI url() {
        return server.url();
    }

    /**
     * Both sides' books of one shot.
     *
     * @param lost events that were not published
     */
    record Hit(Shot shot, Costs costs, long lost, List<SeenRequest> seen, PacedProcess.Told told) {
        /** Requests that ended well and are in the server's books. */
        List<SeenRequest> matched() {
            Map<String, Written> written = told.requests();
            return seen.stream()
                    .filter(request -> request.isOk() && written.containsKey(request.request()))
                    .toList();
        }

        /** What the server wrote to them; the first request, which a run sends alone before its steps, is not of the shot. */
        long tokensWritten() {
            Set<String> ofTheShot = matched().stream().map(SeenRequest::request).collect(Collectors.toSet());
            return told.requests().values().stream()
                    .filter(written -> ofTheShot.contains(written.request()))
                    .mapToLong(Written::tokens)
                    .sum();
        }

        /** The client's TTFT minus the time the server took from its read to its write. */
        Spread ttftErrors() {
            return spread((request, server) -> request.firstTokenNanos() - request.sentNanos() - took(server));
        }

        /** The same from when the request was due: what waiting to be sent adds. */
        Spread dueErrors() {
            return spread((request, server) -> request.firstTokenNanos() - took(server));
        }

        /** From sending to the server's read. */
        Spread wayThere() {
            return spread((request, server) -> server.readNanos() - request.dueNanos() - request.sentNanos());
        }

        /** From the server's write to the client's stamp. */
        Spread wayBack() {
            return spread(
                    (request, server) -> request.dueNanos() + request.firstTokenNanos() - server.firstBegunNanos());
        }

        private Spread spread(ToLongBiFunction<SeenRequest, Written> figure) {
            Map<String, Written> written = told.requests();
            return Spread.of(matched().stream()
                    .mapToLong(request -> figure.applyAsLong(request, written.get(request.request())))
                    .toArray());
        }

        private static long took(Written server) {
            return server.firstBegunNanos() - server.readNanos();
        }
    }
}
