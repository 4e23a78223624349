package io.tidemark.producer.arrivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.fixtures.TestResources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceReaderTest {
    @TempDir
    private Path directory;

    private List<TraceRow> read(String text) throws IOException {
        return TraceReader.read(Files.writeString(directory.resolve("t.jsonl"), text), 200);
    }

    @Test
    void mooncakesTimestampsAreMillisecondsAndItsBlocksAreKept() throws IOException {
        assertThat(read("""
                {"timestamp": 27482, "input_length": 6955, "output_length": 52, "hash_ids": [46, 47, 2353]}
                {"timestamp": 30535, "input_length": 6472, "output_length": 26, "hash_ids": [46, 47, 2366]}
                """))
                .containsExactly(
                        new TraceRow(0, 6955, 52, Optional.empty(), List.of(46L, 47L, 2353L)),
                        new TraceRow(3_053_000_000L, 6472, 26, Optional.empty(), List.of(46L, 47L, 2366L)));
    }

    @Test
    void othersMayGiveSecondsOrTimesAndSessions() throws IOException {
        assertThat(read("""
                {"at": 1.5, "prompt_tokens": 10, "output_tokens": 0, "session_id": "a", "metadata": {"user": "u"}}

                {"at": 1.75, "prompt_tokens": 11, "output_tokens": 2, "session_id": 7}
                """))
                .containsExactly(
                        new TraceRow(0, 10, 1, Optional.of("a"), List.of()),
                        new TraceRow(250_000_000L, 11, 2, Optional.of("7"), List.of()));
        assertThat(read("""
                {"timestamp": "2025-01-31T09:00:00.5+01:00", "prompt_tokens": 10, "output_tokens": 1}
                {"timestamp": "2025-01-31T08:00:01Z", "prompt_tokens": 10, "output_tokens": 1}
                """)).extracting(TraceRow::offsetNanos).containsExactly(0L, 500_000_000L);
    }

    @Test
    void anArrayOfRowsIsNoTraceOfLines() {
        assertThatThrownBy(() -> read("[{\"timestamp\": 0, \"input_length\": 1, \"output_length\": 1}]"))
                .hasMessageContaining("t.jsonl:1 must be an object");
    }

    @Test
    void aCsvFileIsAnAzureTrace() {
        assertThat(TraceReader.read(TestResources.path("traces/azure-conv-200.csv"), 2))
                .containsExactly(new TraceRow(0, 374, 44), new TraceRow(4_314_579_000L, 396, 109));
    }

    /** The trace of 2024 has offsets, that of 2023 has none. */
    @Test
    void anAzureTraceMayHaveOffsets() throws IOException {
        Path file = Files.writeString(directory.resolve("b.csv"), """
                TIMESTAMP,ContextTokens,GeneratedTokens
                2024-05-10 00:00:00.009930+00:00,2162,5
                2024-05-10 02:00:00.509930+02:00,2399,6
                """);

        assertThat(TraceReader.read(file, 2))
                .containsExactly(new TraceRow(0, 2162, 5), new TraceRow(500_000_000L, 2399, 6));
    }

    @Test
    void secondsSince1970AreNoMilliseconds() {
        String row = "{\"timestamp\": %s, \"input_length\": 1, \"output_length\": 1}\n";

        assertThatThrownBy(() -> read(String.format(row, "1760000000.5")))
                .hasMessageContaining("t.jsonl:1 must have milliseconds in timestamp but has seconds since 1970");
        assertThatNoException().isThrownBy(() -> read(String.format(row, "1760000000500")));
        assertThatNoException().isThrownBy(() -> read(String.format(row, "1000") + String.format(row, "1760000000")));
    }

    @Test
    void timesAThousandTimesTooFastAreNoMilliseconds() {
        String seconds = IntStream.range(0, 120)
                .mapToObj(i -> "{\"timestamp\": " + i / 2.0 + ", \"input_length\": 1, \"output_length\": 1}\n")
                .collect(Collectors.joining());

        // 119 gaps of half a millisecond.
        assertThatThrownBy(() -> read(seconds))
                .hasMessageContaining(
                        "t.jsonl must have milliseconds in timestamp, but its 120 rows within 60 ms are more"
                                + " than 1000 requests per second");
        assertThatNoException().isThrownBy(() -> read(seconds.replace("timestamp", "at")));
    }

    @ParameterizedTest
    @CsvSource({"0.0, 0.35, 1.2", "7, 7.35, 8.2", "1760000000000.1, 1760000000000.45, 1760000000001.3"})
    void fractionsBetweenFastRowsAreNoMilliseconds(String first, String second, String third) throws IOException {
        String rows = Stream.of(first, second, third)
                .map(at -> "{\"timestamp\": " + at + ", \"input_length\": 1, \"output_length\": 1}\n")
                .collect(Collectors.joining());

        assertThatThrownBy(() -> read(rows))
                .hasMessageContaining("must have milliseconds in timestamp but has ")
                .hasMessageContaining("the trace's 3 rows are within 1.2 ms; give times in seconds");
        assertThat(read(rows.replace("timestamp", "at").replace("1760000000", "1760")))
                .hasSize(3);
    }

    @Test
    void aRowWithAFractionIsNamed() {
        String row = "{\"timestamp\": %s, \"input_length\": 1, \"output_length\": 1}\n";

        assertThatThrownBy(() -> read(String.format(row, "0.0") + String.format(row, "0.35")))
                .hasMessageContaining("t.jsonl:2 must have milliseconds in timestamp but has 0.35");
        assertThatNoException().isThrownBy(() -> read(String.format(row, "0.5") + String.format(row, "27.25")));
        assertThatNoException().isThrownBy(() -> read(String.format(row, "5") + String.format(row, "6")));
    }

    @Test
    void anAzureTraceHasNoNegativeTokens() throws IOException {
        Path file = Files.writeString(
                directory.resolve("a.csv"),
                "TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:15:46.6805900,374,-44\n");

        assertThatThrownBy(() -> TraceReader.read(file, 2))
                .hasMessageContaining("a.csv:2 must have whole numbers of tokens but was -44");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "{\"input_length\": 1, \"output_length\": 1} | must have either timestamp (milliseconds) or at (seconds)",
                "{\"timestamp\": 1, \"at\": 1, \"input_length\": 1, \"output_length\": 1} | must have either timestamp",
                "{\"timestamp\": 0, \"input_length\": 1, \"output_length\": 1} | must not go back in time",
                "{\"timestamp\": 9, \"output_length\": 1} | must have a whole number of tokens in input_length or prompt_tokens",
                "{\"timestamp\": 9, \"input_length\": 1, \"output_length\": -1} | must have a whole number of tokens in output_length",
                "{\"timestamp\": \"noon\", \"input_length\": 1, \"output_length\": 1} | must have a number or an ISO 8601 time",
                "{\"timestamp\": | is not JSON",
                "{\"timestamp\": 9, \"input_length\": 1, \"output_length\": 1, \"chat_id\": 3} | must have none but the keys timestamp, at, input_length, prompt_tokens, output_length, output_tokens, session_id, hash_ids, id, metadata, source, comment but has \"chat_id\". Leave others out",
                "{\"timestamp\": 9, \"delay\": 5, \"input_length\": 1, \"output_length\": 1} | must not have 'delay'",
                "{\"delay\": 5, \"input_length\": 1, \"output_length\": 1} | must not have 'delay'",
                "{\"id\": \"a\", \"block_size\": 64, \"requests\": [{\"t\": 0.0}]} | must be one request but holds the nested 'requests'",
                "{\"timestamp\": 9, \"input_length\": 1, \"prompt_tokens\": 1, \"output_length\": 1} | must have either input_length or prompt_tokens",
                "{\"timestamp\": 9, \"input_length\": 1, \"output_length\": 1, \"hash_ids\": 7} | must have a list in hash_ids",
                "{\"timestamp\": 9, \"input_length\": 1, \"output_length\": 1, \"session_id\": [1]} | must have a text or a number in session_id",
                "{\"timestamp\": 9, \"timestamp\": 10, \"input_length\": 1, \"output_length\": 1} | is not JSON: Duplicate field",
                "{\"timestamp\": 9, \"input_length\": 1, \"output_length\": 1} {} | must hold one JSON object but goes on after it",
                "{\"at\": 1760000000000, \"input_length\": 1, \"output_length\": 1} | must have a time before the year 2262 but has 1760000000000; timestamp is in milliseconds, at in seconds",
                "{\"timestamp\": 1760000000000000, \"input_length\": 1, \"output_length\": 1} | must have a time before the year 2262",
                "[] | must be an object"
            })
    void aBadRowIsToldWithItsLine(String row, String rule) {
        assertThatThrownBy(() -> read("{\"timestamp\": 5, \"input_length\": 1, \"output_length\": 1}\n" + row + "\n"))
                .hasMessageContaining("t.jsonl:2 " + rule);
    }
}
