package io.tidemark.importers;

import static io.tidemark.importers.ImportFixture.bad;
import static io.tidemark.importers.ImportFixture.file;
import static io.tidemark.importers.ImportFixture.read;
import static io.tidemark.importers.ImportFixture.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.importers.file.SourceFile;
import io.tidemark.importers.result.ImportFormat;
import io.tidemark.importers.run.ImportOptions;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that are broken, or say what cannot be: each is refused by name, place, value and rule. */
final class InvalidFilesTest {
    private static final String GOOD =
            "{\"date\": \"20260301-100000\", \"request_rate\": 2.0, \"duration\": 150.0, \"completed\": 300, \"mean_ttft_ms\": 200.0,"
                    + " \"median_ttft_ms\": 188.0, \"p99_ttft_ms\": 604.2, \"request_throughput\": 2.0}";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "p99_ttft_ms": 604.2       | "p99_ttft_ms": NaN         | a.json: p99_ttft_ms must be a finite number but was "NaN"
            "p99_ttft_ms": 604.2       | "p99_ttft_ms": -1          | a.json: p99_ttft_ms must be >= 0 but was -1
            "p99_ttft_ms": 604.2       | "p99_ttft_ms": "fast"      | a.json: p99_ttft_ms must be a number but was "fast"
            "p99_ttft_ms": 604.2       | "p99_ttft_ms": 100.0       | a.json: ttft p99 must be at least what is below it, 188 ms, but was 100 ms
            "p99_ttft_ms": 604.2       | "p99_ttft_ms": 604200000   | a.json: ttft p99 must fit in the run of 150 s but was 604,000 s: is its unit another one?
            "completed": 300           | "completed": 3             | a.json: request_throughput must be completed / duration, 0.02 per second, but was 2.0
            "completed": 300           | "completed": 300.5         | a.json: completed must be a whole number but was 300.5
            "completed": 300           | "completed": -3            | a.json: completed must be >= 0 but was -3
            "request_rate": 2.0        | "request_rate": "quick"    | a.json: request_rate must be a number of requests per second >= 0, or inf but was "quick"
            """)
    void nonsenseIsNamedWithItsRule(String good, String nonsense, String message) {
        assertThat(bad("a.json", GOOD.replace(good, nonsense))).isEqualTo(message);
    }

    @Test
    void aTruncatedFileIsNamedWithItsLine() {
        assertThat(bad("a.json", GOOD.substring(0, 120)))
                .startsWith("a.json: line 1 must be JSON: Unexpected end-of-input");
    }

    @Test
    void arraysOfOtherLengthsAreRefused() {
        assertThat(bad("a.json", GOOD.replace("}", ", \"ttfts\": [0.1, 0.2], \"itls\": [[0.1]]}")))
                .isEqualTo("a.json: itls must have one element per request, 2 as ttfts has, but has 1");
    }

    @Test
    void aRequestWithOutputHasATtft() {
        assertThat(bad(
                        "a.json",
                        GOOD.replace("\"completed\": 300", "\"completed\": 2")
                                .replace(
                                        "\"request_throughput\": 2.0",
                                        "\"ttfts\": [0.2, null], \"itls\": [[0.01], [0.01]], \"output_lens\": [2, 2]")))
                .isEqualTo(
                        "a.json: ttfts[1] must be a number of seconds where the request has output and no error but was null");
    }

    @Test
    void aResultOfNoRequestIsRefused() {
        assertThat(bad(
                        "a.json",
                        GOOD.replace("\"completed\": 300", "\"completed\": 0, \"failed\": 0")
                                .replace(", \"request_throughput\": 2.0", "")))
                .isEqualTo("a.json: completed must be >= 1 where no request failed but was 0");
    }

    @Test
    void requestsOfAnotherUnitThanTheFiguresAreRefused() {
        String millis = GOOD.replace("\"completed\": 300", "\"completed\": 2")
                .replace(
                        "\"request_throughput\": 2.0",
                        "\"ttfts\": [100.0, 300.0], \"itls\": [[1.0], [1.0]], \"output_lens\": [2, 2]");
        assertThat(bad("a.json", millis))
                .isEqualTo("a.json: mean ttft must be that of its requests, 200 s, but was 200 ms");
    }

    @Test
    void percentilesThatAreNotOfTheFilesOwnRequestsAreRefused() {
        String contradictory = GOOD.replace("\"completed\": 300", "\"completed\": 3")
                .replace(
                        "\"request_throughput\": 2.0",
                        "\"ttfts\": [0.19, 0.2, 0.21], \"itls\": [[0.01], [0.01], [0.01]],"
                                + " \"output_lens\": [2, 2, 2], \"p99_ttft_ms\": 336.0");
        assertThat(bad("a.json", contradictory))
                .isEqualTo("a.json: ttft p99 must be that of its 3 requests, 190 ms to 210 ms, but was 336 ms");
    }

    @Test
    void whatIsNoTextIsRefused() {
        assertThat(bad(binary(0x1f, 0x8b, 8, 0))).isEqualTo("a.bin: is packed by gzip: unpack it first");
        assertThat(bad(binary('P', 'K', 3, 4))).isEqualTo("a.bin: is a zip archive: unpack it first");
        assertThat(bad(binary('{', 0, 1, 2))).isEqualTo("a.bin: must be text but byte 1 is 0: a binary file");
        assertThat(bad(binary('{', 0xc3, 0x28, '}'))).startsWith("a.bin: must be text in UTF-8");
        assertThat(bad(binary())).isEqualTo("a.bin: is empty");
        assertThat(bad("a.json", " \n ")).isEqualTo("a.json: is blank");
    }

    private static SourceFile binary(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return new SourceFile("", "a.bin", bytes, ImportFixture.MODIFIED);
    }

    @Test
    void byteOrderMarksUtf16AndWindowsLineEndsAreRead() {
        String id = run("a.json", GOOD).run().getRun();
        assertThat(run("a.json", "\uFEFF" + GOOD).run().getRun()).isEqualTo(id);
        byte[] utf16 = ("\uFEFF" + GOOD).getBytes(StandardCharsets.UTF_16LE);
        assertThat(read(new SourceFile("", "a.json", utf16, ImportFixture.MODIFIED))
                        .runs())
                .hasSize(1);
        String table = "phase,rate,ttft_p99_ms\r\nbaseline,2.0,953\r\n";
        assertThat(run("a.csv", table).run().getPhase()).isEqualTo("baseline");
    }

    @Test
    void jsonOfNobodyIsNamedByItsKeys() {
        assertThat(bad("a.json", "{\"hello\": 1}"))
                .startsWith("a.json: holds JSON of no known tool: its keys are [hello]; --format names one of [vllm,");
        assertThat(bad("a.json", "{\"load_summary\": {}, \"successes\": {}}"))
                .startsWith("a.json: is a summary of inference-perf, which is not imported; what is: [vllm,");
        assertThat(bad("a.json", "[]")).isEqualTo("a.json: holds an empty list");
        assertThat(bad("a.txt", "hello")).startsWith("a.txt: is of no known format");
    }

    @Test
    void deepNestingIsRefused() {
        assertThat(bad("a.json", "[".repeat(100_000))).contains("nesting depth");
    }

    @Test
    void aBadRowIsNamedByItsLine() {
        String header = "run_id,ttft_ms,latency_ms,error\n";
        assertThat(bad("a.csv", header + "a,1.0,2.0,\na,x,2.0,\n"))
                .isEqualTo("a.csv:3 ttft_ms must be a number but was \"x\"");
        assertThat(bad("a.csv", header + "a,5.0,2.0,\n"))
                .isEqualTo("a.csv:2 ttft_ms must be at most latency_ms, 2.0, but was \"5.0\"");
        assertThat(bad("a.csv", header + "a,1.0,2.0,,,\n"))
                .isEqualTo("a.csv:2 must have 4 fields, as the header has, but has 6");
        assertThat(bad("a.csv", header + "a,1.0,2.0,\"open\n")).isEqualTo("a.csv:2 has a quote that does not end");
        assertThat(bad("a.csv", header)).isEqualTo("a.csv: has a header and no row");
    }

    @Test
    void aBrokenBlockIsRefused() {
        assertThat(bad("a.log", "============ Serving Benchmark Result ============\nSuccessful requests: 5\n"))
                .isEqualTo("a.log:1 must be a whole block, but it ends before its last line");
    }

    @Test
    void theGoodFilesOfABatchAreReadAndTheBadOnesNamed() {
        ResultImporter.ImportResult outcome =
                read(file("good.json", GOOD), file("bad.json", "{"), file("worse.csv", "x"));
        assertThat(outcome.runs()).hasSize(1);
        assertThat(outcome.errors())
                .hasSize(2)
                .allMatch(message -> message.startsWith("bad.json: ") || message.startsWith("worse.csv: "));
    }

    @Test
    void aFormatThatIsSaidIsNotGuessed() {
        ImportOptions terms = new ImportOptions(
                "e",
                Optional.empty(),
                java.util.Map.of(),
                java.util.Map.of(),
                Optional.of(ImportFormat.GUIDELLM),
                Optional.empty());
        assertThat(ResultImporter.read(java.util.List.of(file("a.json", GOOD)), terms)
                        .errors())
                .containsExactly("a.json: benchmarks must be a list of one benchmark or more");
    }
}
