package io.tidemark.bench.accuracy;

import io.tidemark.bench.accuracy.ClientRound.Start;
import io.tidemark.bench.harness.DurationSample;
import io.tidemark.bench.referenceserver.ReferenceServerProcess.ServerLog;
import io.tidemark.bench.referenceserver.ServerRequestRecord;
import io.tidemark.importers.vllm.bench.NumpyStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * One command, compared with what its server did.
 *
 * @param serverItlP99Millis of the same requests, by vLLM's definition of a percentile
 */
record ClientRun(Turn turn, TtftErrors ttft, double itlP99Millis, double serverItlP99Millis) {
    private static final double NANOS = 1e9;

    /**
     * Whose turn it was, and its command.
     *
     * @param foreignCpuSeconds of what else ran meanwhile; not a number where the machine does not say
     */
    record Turn(BenchClient client, Start start, TimedCommand command, double foreignCpuSeconds) {}

    /**
     * What TTFTs have beside the time that the server took from its read to its write.
     *
     * @param errors how much each differs from that
     * @param requestMeanMillis from the client's sending to the server's read, by the host's clock
     * @param responseMeanMillis from the server's write to the client's first token
     */
    record TtftErrors(DurationSample errors, double requestMeanMillis, double responseMeanMillis) {
        private static TtftErrors of(ClientResult seen, List<ServerRequestRecord> written) {
            double[] requests = new double[written.size()];
            double[] responses = new double[written.size()];
            for (int i = 0; i < requests.length; i++) {
                double start = seen.startSeconds().get(i);
                requests[i] = written.get(i).readNanos() / NANOS - start;
                responses[i] =
                        start + seen.ttftSeconds().get(i) - written.get(i).firstNanos() / NANOS;
            }
            return new TtftErrors(
                    DurationSample.of(IntStream.range(0, requests.length)
                            .mapToLong(i -> Math.abs(Math.round((requests[i] + responses[i]) * NANOS)))
                            .toArray()),
                    NumpyStatistics.ofSeconds(requests).meanMillis(),
                    NumpyStatistics.ofSeconds(responses).meanMillis());
        }
    }

    /** @throws IllegalStateException if the server does not know a request, or knows fewer than the client */
    static ClientRun of(Turn turn, ClientResult seen, ServerLog log) {
        Map<Integer, ServerRequestRecord> bySerial = log.requests().values().stream()
                .collect(Collectors.toMap(ServerRequestRecord::serial, Function.identity()));
        List<ServerRequestRecord> written =
                seen.serials().stream().distinct().map(bySerial::get).toList();
        if (written.contains(null) || written.size() != seen.serials().size()) {
            throw new IllegalStateException("the server must know each request once but the client has "
                    + seen.serials() + " and the server " + bySerial.keySet());
        }
        double[] gaps = written.stream()
                .flatMapToLong(ServerRequestRecord::gapsNanos)
                .mapToDouble(gap -> gap / NANOS)
                .toArray();
        return new ClientRun(
                turn,
                TtftErrors.of(seen, written),
                seen.itlP99Millis(),
                NumpyStatistics.ofSeconds(gaps).percentileMillis(99));
    }

    double ttftErrorMeanMillis() {
        return ttft.errors().meanNanos() / 1e6;
    }

    double itlP99ErrorMillis() {
        return Math.abs(itlP99Millis - serverItlP99Millis);
    }

    Start start() {
        return turn.start();
    }

    double cpuSeconds() {
        return turn.command().cpuSeconds();
    }

    double wallSeconds() {
        return turn.command().wallSeconds();
    }

    /** For who watches. */
    String line() {
        return String.format(
                Locale.ROOT,
                "%s, %s: TTFT error mean %.2f ms (request %.2f, response %.2f), ITL p99 %.2f ms, server's %.2f, %.2f CPU s, others %.2f, %.2f s, exit code %d",
                turn.start().word(),
                turn.client().name(),
                ttftErrorMeanMillis(),
                ttft.requestMeanMillis(),
                ttft.responseMeanMillis(),
                itlP99Millis,
                serverItlP99Millis,
                cpuSeconds(),
                turn.foreignCpuSeconds(),
                wallSeconds(),
                turn.command().exitCode());
    }
}
