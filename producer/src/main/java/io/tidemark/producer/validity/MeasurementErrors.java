package io.tidemark.producer.validity;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * What a client adds, request by request.
 *
 * @param ttft the client's (first token - send) minus the server's (first write - request read): the way there and back, and the waiting on
 *     both sides
 * @param itl the client's gap between two tokens minus the server's, whichever is larger: a late stamp makes one gap too long and the next
 *     too short
 * @param serverLateness how late the server wrote, against its own schedule; in none of the errors
 */
public record MeasurementErrors(ErrorPercentiles ttft, ErrorPercentiles itl, ErrorPercentiles serverLateness) {
    /** Requests that only one side knows are left out: they were cut off at the end. */
    public static MeasurementErrors of(List<ClientTokenTimes> seen, List<ServerTokenTimes> served) {
        Map<String, ServerTokenTimes> byId = served.stream()
                .collect(Collectors.toMap(ServerTokenTimes::id, Function.identity(), (older, newer) -> newer));
        List<Pair> pairs = seen.stream()
                .flatMap(one -> Optional.ofNullable(byId.get(one.id())).map(server -> new Pair(one, server)).stream())
                .toList();
        return new MeasurementErrors(
                ErrorPercentiles.of(pairs.stream().flatMapToLong(Pair::ttftErrors)),
                ErrorPercentiles.of(pairs.stream().flatMapToLong(Pair::itlErrors)),
                ErrorPercentiles.of(
                        pairs.stream().flatMapToLong(pair -> pair.server().latenessNanos())));
    }

    private record Pair(ClientTokenTimes client, ServerTokenTimes server) {
        private int tokens() {
            return Math.min(
                    client.sinceSentNanos().size(), server.sinceReadNanos().size());
        }

        LongStream ttftErrors() {
            return tokens() == 0 ? LongStream.empty() : LongStream.of(late(0));
        }

        LongStream itlErrors() {
            return IntStream.range(1, tokens()).mapToLong(token -> Math.abs(late(token) - late(token - 1)));
        }

        /** How much later than the server's, each by its own start, the client's stamp of a token is. */
        private long late(int token) {
            return client.sinceSentNanos().get(token) - server.sinceReadNanos().get(token);
        }
    }
}
