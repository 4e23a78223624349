package io.tidemark.producer.arrivals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.producer.json.JsonErrors;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads traces of JSON lines. When: {@code timestamp}, in milliseconds (as Mooncake's traces have it), or {@code at}, in seconds;
 * each may be an ISO 8601 time with its offset instead. Lengths in tokens: {@code input_length} or {@code prompt_tokens}, and
 * {@code output_length} or {@code output_tokens}. Perhaps {@code session_id}, and Mooncake's {@code hash_ids}. Other keys are left alone.
 */
final class JsonTraceReader {
    private static final JsonMapper JSON = new JsonMapper();
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private final List<TraceRow> rows = new ArrayList<>();
    private long firstNanos;
    private long beforeNanos;

    private JsonTraceReader() {}

    static List<TraceRow> read(Path file, int mostRows) {
        JsonTraceReader trace = new JsonTraceReader();
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            int line = 0;
            for (String text = lines.readLine();
                    text != null && trace.rows.size() < mostRows;
                    text = lines.readLine()) {
                line++;
                if (!text.isBlank()) {
                    trace.add(new Row(parse(text, file + ":" + line), file + ":" + line));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the trace " + file, e);
        }
        return trace.rows;
    }

    private void add(Row row) {
        long nanos = row.nanos();
        if (rows.isEmpty()) {
            firstNanos = nanos;
            beforeNanos = nanos;
        }
        row.require(nanos >= beforeNanos, "must not go back in time");
        beforeNanos = nanos;
        rows.add(new TraceRow(
                nanos - firstNanos,
                row.tokens("input_length", "prompt_tokens"),
                row.tokens("output_length", "output_tokens"),
                row.session(),
                row.hashIds()));
    }

    private static JsonNode parse(String text, String where) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(where + " is not JSON: " + JsonErrors.message(e), e);
        }
    }

    private record Row(JsonNode json, String where) {
        long nanos() {
            JsonNode millis = json.path("timestamp");
            JsonNode seconds = json.path("at");
            require(
                    millis.isMissingNode() != seconds.isMissingNode(),
                    "must have either timestamp (milliseconds) or at (seconds)");
            return millis.isMissingNode() ? nanos(seconds, NANOS_PER_SECOND) : nanos(millis, NANOS_PER_MILLI);
        }

        private long nanos(JsonNode at, double unitNanos) {
            if (at.isNumber()) {
                return Math.round(at.doubleValue() * unitNanos);
            }
            try {
                return Duration.between(
                                Instant.EPOCH, OffsetDateTime.parse(at.asText()).toInstant())
                        .toNanos();
            } catch (DateTimeException e) {
                throw new IllegalArgumentException(
                        where + " must have a number or an ISO 8601 time such as 2025-01-31T09:00:00.5Z but was " + at,
                        e);
            }
        }

        /** At least 1: a server makes no answer of nothing. */
        int tokens(String key, String otherKey) {
            JsonNode tokens = json.has(key) ? json.get(key) : json.path(otherKey);
            require(
                    tokens.isInt() && tokens.intValue() >= 0,
                    "must have a whole number of tokens in " + key + " or " + otherKey);
            return Math.max(1, tokens.intValue());
        }

        Optional<String> session() {
            JsonNode session = json.path("session_id");
            return session.isValueNode() && !session.isNull() ? Optional.of(session.asText()) : Optional.empty();
        }

        List<Long> hashIds() {
            List<Long> ids = new ArrayList<>();
            json.path("hash_ids").forEach(id -> {
                require(id.canConvertToLong(), "must have whole numbers in hash_ids");
                ids.add(id.longValue());
            });
            return ids;
        }

        void require(boolean holds, String rule) {
            if (!holds) {
                throw new IllegalArgumentException(where + " " + rule);
            }
        }
    }
}
