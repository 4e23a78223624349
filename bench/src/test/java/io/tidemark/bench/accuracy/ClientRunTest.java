package io.tidemark.bench.accuracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.bench.accuracy.AccuracyBench.AccuracyTable;
import io.tidemark.bench.accuracy.ClientRound.Start;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.JsonResultFile;
import io.tidemark.bench.referenceserver.ReferenceServerProcess.ServerLog;
import io.tidemark.bench.referenceserver.ServerRequestRecord;
import io.tidemark.schemas.time.NanoClock;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientRunTest {
    private static final BenchClient TIDEMARK = new BenchClient("tidemark", "bin/tidemark");
    private static final BenchClient VLLM = new BenchClient("vllm", "vllm");

    @TempDir
    private Path folder;

    /** Reads at 1 s and 2 s; first writes 50 and 60 ms later; then two gaps of 10 and 12, of 10 and 30 ms. A probe of the client's is in the log too. */
    private static final ServerLog LOG = log(
            written(7, 1_000, 1_050, 1_060, 1_072),
            written(8, 2_000, 2_060, 2_070, 2_100),
            written(6, 500, 900, 1_900));

    @Test
    void eachTtftIsComparedWithTheTimeOfItsOwnRequest() {
        ClientRun run = run(TIDEMARK, seen(List.of(0.063, 0.051), List.of(8, 7), 28.0));

        assertThat(run.ttft().errors().count()).isEqualTo(2);
        assertThat(run.ttft().errors().quantileNanos(0.5)).as("51 - 50 ms").isEqualTo(1_000_000);
        assertThat(run.ttft().errors().quantileNanos(1)).as("63 - 60 ms").isEqualTo(3_000_000);
        assertThat(run.ttftErrorMeanMillis()).isEqualTo(2);
        assertThat(run.ttft().requestMeanMillis())
                .as("sent at 999.5 and 1999.5 ms")
                .isCloseTo(0.5, within(1e-9));
        assertThat(run.ttft().responseMeanMillis())
                .as("seen at 1050.5 and 2062.5 ms")
                .isCloseTo(1.5, within(1e-9));
    }

    @Test
    void aTtftThatIsTooShortIsAnErrorToo() {
        assertThat(run(TIDEMARK, seen(List.of(0.048), List.of(7), 12.0)).ttftErrorMeanMillis())
                .isEqualTo(2);
    }

    @Test
    void theServersItlP99IsOfTheSameRequests() {
        ClientRun run = run(TIDEMARK, seen(List.of(0.06, 0.05), List.of(8, 7), 28.46));

        // 10, 10, 12, 30: three gaps between them, of which 99 % are 2.97.
        assertThat(run.serverItlP99Millis()).isCloseTo(12 + 0.97 * 18, within(1e-9));
        assertThat(run.itlP99ErrorMillis()).isCloseTo(1, within(1e-9));
    }

    @Test
    void aRequestThatTheServerDoesNotKnowIsNoResult() {
        assertThatThrownBy(() -> run(TIDEMARK, seen(List.of(0.05), List.of(9), 10.0)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("[9]");
        assertThatThrownBy(() -> run(TIDEMARK, seen(List.of(0.05, 0.05), List.of(7, 7), 10.0)))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void theSmallerMedianErrorIsTheTruer() {
        StringWriter printed = new StringWriter();
        AccuracyTable table = new AccuracyTable(List.of(TIDEMARK, VLLM));
        table.rows(
                new AccuracyTable.Case("nothing", 1, Start.WARM),
                List.of(
                        run(TIDEMARK, seen(List.of(0.051), List.of(7), 12.5)),
                        run(VLLM, seen(List.of(0.053), List.of(7), 12.1)),
                        run(TIDEMARK, seen(List.of(0.052), List.of(7), 12.5)),
                        run(VLLM, seen(List.of(0.0515), List.of(7), 12.1)),
                        run(TIDEMARK, seen(List.of(0.059), List.of(7), 12.5)),
                        run(VLLM, seen(List.of(0.054), List.of(7), 12.1))));
        new BenchmarkContext(
                        NanoClock.SYSTEM,
                        InstantSource.system(),
                        new PrintWriter(printed),
                        new JsonResultFile(),
                        folder)
                .table("accuracy", table.table());

        assertThat(table.requests()).isEqualTo(6);
        assertThat(printed.toString())
                .as("medians 2 and 3 ms, worst 9 and 4; ITL 11.98 on the server")
                .containsPattern(
                        "nothing +1 +warm +tidemark +3 +2.00 +9.00 +0.50 +1.50 +2.000 +9.000 +12.50 +11.98 +0.52 +0.52 +1.50 +0.25 +2.50 +yes +no +no")
                .containsPattern("nothing +1 +warm +vllm +3 +3.00 +4.00 ");
    }

    @Test
    void aResultFileOfFailedRequestsIsNoResult() throws IOException {
        Path file = Files.writeString(folder.resolve("result.json"), """
                {"completed": 1, "start_times": [1.5, 1.75], "ttfts": [0.05, 0.0], "generated_texts": ["00000007 tide", ""], "p99_itl_ms": 10.0, "errors": ["", "HTTP 500"]}""");

        assertThatThrownBy(() -> ClientResult.read(file, 2))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("HTTP 500");
    }

    @Test
    void aResultFileSaysWhichRequestsTheyWere() throws IOException {
        Path file = Files.writeString(folder.resolve("result.json"), """
                {"completed": 2, "start_times": [1.5, 1.75], "ttfts": [0.05, 0.06], "generated_texts": ["00000012 tide", "00000007 tide"], "p99_itl_ms": 10.5}""");

        assertThat(ClientResult.read(file, 2))
                .isEqualTo(new ClientResult(List.of(1.5, 1.75), List.of(0.05, 0.06), List.of(12, 7), 10.5));
    }

    /** Sent half a millisecond before the server read it. */
    private static ClientResult seen(List<Double> ttfts, List<Integer> serials, double itlP99Millis) {
        return new ClientResult(
                serials.stream().map(serial -> serial == 8 ? 1.9995 : 0.9995).toList(), ttfts, serials, itlP99Millis);
    }

    private ClientRun run(BenchClient client, ClientResult result) {
        TimedCommand command = new TimedCommand(0, 2.5, 1.5, folder.resolve("log"));
        return ClientRun.of(new ClientRun.Turn(client, Start.WARM, command, 0.25), result, LOG);
    }

    private static ServerLog log(ServerRequestRecord... requests) {
        Map<String, ServerRequestRecord> byId =
                Stream.of(requests).collect(Collectors.toMap(ServerRequestRecord::request, Function.identity()));
        return new ServerLog(0, byId);
    }

    private static ServerRequestRecord written(int serial, long readMillis, long... writeMillis) {
        return new ServerRequestRecord(
                "id-" + serial,
                serial,
                readMillis * 1_000_000,
                LongStream.of(writeMillis)
                        .mapToObj(millis -> millis * 1_000_000)
                        .toList(),
                writeMillis.length);
    }
}
