package io.tidemark.producer.arrivals;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.producer.json.RowFormat;
import io.tidemark.schemas.ValueText;
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
import java.util.Locale;
import java.util.Optional;

/**
 * Reads traces of JSON lines. When: {@code timestamp}, in milliseconds (as Mooncake's traces have it), or {@code at}, in seconds;
 * each may be an ISO 8601 time with its offset instead. Lengths in tokens: {@code input_length} or {@code prompt_tokens}, and
 * {@code output_length} or {@code output_tokens}. Perhaps {@code session_id}, and Mooncake's {@code hash_ids}. Other keys are errors.
 */
final class JsonTraceReader {
    private static final RowFormat KEYS = new RowFormat(
            List.of(
                    "timestamp",
                    "at",
                    "input_length",
                    "prompt_tokens",
                    "output_length",
                    "output_tokens",
                    "session_id",
                    "hash_ids"),
            "Leave others out, for example with jq -c '{timestamp, input_length, output_length, hash_ids}'");
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    /** Seconds since 1970 from 2014 to 2042. Milliseconds from a trace's beginning would be its third week. */
    private static final double FIRST_EPOCH_SECOND = 1.4e9;

    private static final double LAST_EPOCH_SECOND = 2.3e9;

    /** A burst of fewer may be meant. */
    private static final int MIN_PACED_ROWS = 100;

    /** Milliseconds between rows, on average, below which timestamps with fractions are seconds. */
    private static final double MIN_FRACTION_GAP = 10;

    private final List<TraceRow> rows = new ArrayList<>();
    private long firstNanos;
    private long beforeNanos;
    private boolean hasMillis;
    private Optional<Row> fraction = Optional.empty();

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
                    trace.add(row(RowFormat.parse(text, file + ":" + line), file + ":" + line));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the trace " + file, e);
        }
        trace.requirePace(file);
        return trace.rows;
    }

    private static Row row(JsonNode json, String where) {
        Row row = new Row(json, where);
        row.require(json.isObject(), "must be an object");
        row.require(
                !json.path("requests").isArray(),
                "must be one request but holds the nested 'requests' of an agent's session, as WEKA's traces do, which cannot be replayed");
        row.require(
                !json.has("delay"),
                "must not have 'delay': a row is sent at its own time, not after the answer to the row before; workload kind"
                        + " conversations waits for answers, with think_time between");
        KEYS.require(json, where);
        return row;
    }

    /** Seconds that are taken for milliseconds are sent a thousand times too fast. */
    private void requirePace(Path file) {
        double millis = (beforeNanos - firstNanos) / NANOS_PER_MILLI;
        boolean isSlow = millis == 0 || millis >= MIN_FRACTION_GAP * (rows.size() - 1);
        if (hasMillis && rows.size() >= MIN_PACED_ROWS && millis > 0 && rows.size() > millis) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "%s must have milliseconds in timestamp, but its %d rows within %.0f ms are more than 1000 requests per second;"
                            + " give times in seconds, and those of a trace that is so fast, in at",
                    file,
                    rows.size(),
                    millis));
        }
        fraction.ifPresent(row -> row.require(
                isSlow,
                String.format(
                        Locale.ROOT,
                        "must have milliseconds in timestamp but has %s, and the trace's %d rows are within %s ms;"
                                + " give times in seconds, and those of a trace that is so fast, in at",
                        row.json().path("timestamp").asText(),
                        rows.size(),
                        ValueText.digits(millis))));
    }

    private void add(Row row) {
        long nanos = row.nanos();
        hasMillis |= row.isMillis();
        fraction = fraction.isEmpty() && row.hasFraction() ? Optional.of(row) : fraction;
        if (rows.isEmpty()) {
            row.require(
                    !row.isEpochSecond(),
                    "must have milliseconds in timestamp but has seconds since 1970; give those in at");
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

    private record Row(JsonNode json, String where) {
        boolean isMillis() {
            return json.path("timestamp").isNumber();
        }

        boolean hasFraction() {
            double millis = json.path("timestamp").doubleValue();
            return millis != Math.rint(millis);
        }

        boolean isEpochSecond() {
            double at = json.path("timestamp").doubleValue();
            return at >= FIRST_EPOCH_SECOND && at <= LAST_EPOCH_SECOND;
        }

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
                double nanos = at.doubleValue() * unitNanos;
                require(
                        Math.abs(nanos) < Long.MAX_VALUE,
                        "must have a time before the year 2262 but has " + at.asText()
                                + "; timestamp is in milliseconds, at in seconds");
                return Math.round(nanos);
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
            require(
                    !json.has(key) || !json.has(otherKey),
                    "must have either " + key + " or " + otherKey + " but has both");
            JsonNode tokens = json.has(key) ? json.get(key) : json.path(otherKey);
            require(
                    tokens.isInt() && tokens.intValue() >= 0,
                    "must have a whole number of tokens in " + key + " or " + otherKey);
            return Math.max(1, tokens.intValue());
        }

        Optional<String> session() {
            JsonNode session = json.path("session_id");
            require(session.isMissingNode() || session.isValueNode(), "must have a text or a number in session_id");
            return session.isValueNode() && !session.isNull() ? Optional.of(session.asText()) : Optional.empty();
        }

        List<Long> hashIds() {
            List<Long> ids = new ArrayList<>();
            JsonNode blocks = json.path("hash_ids");
            require(blocks.isMissingNode() || blocks.isNull() || blocks.isArray(), "must have a list in hash_ids");
            blocks.forEach(id -> {
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
