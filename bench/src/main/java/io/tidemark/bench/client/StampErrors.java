package io.tidemark.bench.client;

import io.tidemark.bench.harness.DurationSample;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongBiFunction;

/**
 * How far a client's stamps are from the server's. The server's true instant of writing lies between the mark before its write
 * and the one after it; errors are from the mark before, so they are the largest that they can be.
 *
 * @param firstToken the client's stamp of the first content minus the server's mark before it wrote it
 * @param ttft the client's TTFT minus the time that the server took: adds the way of the request to the server
 * @param unsure how long the server's first write took: what the errors may be too large by
 */
record StampErrors(DurationSample firstToken, DurationSample ttft, DurationSample unsure) {
    /** @throws IllegalStateException if the server does not know a request */
    static StampErrors of(List<ClientStamps> seen, Map<String, SimulatorProcess.Writes> writes) {
        return new StampErrors(
                spread(seen, writes, (client, server) -> client.firstContentNanos() - server.firstBegunNanos()),
                spread(
                        seen,
                        writes,
                        (client, server) -> client.firstContentNanos()
                                - client.sentNanos()
                                - (server.firstBegunNanos() - server.receivedNanos())),
                spread(seen, writes, (client, server) -> server.firstDoneNanos() - server.firstBegunNanos()));
    }

    private static DurationSample spread(
            List<ClientStamps> seen,
            Map<String, SimulatorProcess.Writes> writes,
            ToLongBiFunction<ClientStamps, SimulatorProcess.Writes> error) {
        return DurationSample.of(seen.stream()
                .mapToLong(one -> error.applyAsLong(one, writesOf(one, writes)))
                .toArray());
    }

    private static SimulatorProcess.Writes writesOf(ClientStamps one, Map<String, SimulatorProcess.Writes> writes) {
        SimulatorProcess.Writes found = writes.get(one.request());
        if (found == null) {
            throw new IllegalStateException("the server's log does not have request " + one.request());
        }
        return found;
    }
}
