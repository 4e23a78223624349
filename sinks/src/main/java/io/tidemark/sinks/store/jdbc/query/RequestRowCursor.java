package io.tidemark.sinks.store.jdbc.query;

import io.tidemark.events.Outcome;
import io.tidemark.events.TokenSource;
import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.jdbc.ColumnValues;
import io.tidemark.sinks.store.read.StoredRequest;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The request that a query of {@link #COLUMNS} stands at. By the million a driver's call for a field is dearer than the field, so what is
 * asked of every request comes as the bytes of one text: numbers, constants as their places and what is missing as -1, and the class behind
 * them. The rest is read when it is asked for.
 */
final class RequestRowCursor implements StoredRequest {
    private static final int MISSING = -1;

    private static final char SEPARATOR = ',';

    /** Places of the numbers in the text. */
    private static final int STEP = 0;

    private static final int TURN = 1;
    private static final int OF_CONVERSATION = 2;
    private static final int OUTCOME = 3;
    private static final int SOURCE = 4;
    private static final int ATTEMPTS = 5;
    private static final int PROMPT_TOKENS = 6;
    private static final int CACHED_TOKENS = 7;
    private static final int OUTPUT_TOKENS = 8;
    private static final int TTFT = 9;
    private static final int TTFT_DUE = 10;
    private static final int TPOT = 11;
    private static final int E2E = 12;
    private static final int COUNT = 13;

    /** The class, which may hold separators itself, is the last. */
    private static final String ASKED_OF_ALL = Stream.of(
                    "step",
                    "turn",
                    "CASE WHEN conversation IS NULL THEN 0 ELSE 1 END",
                    place("outcome", Outcome.UNKNOWN, Outcome.values()),
                    place("token_source", TokenSource.UNKNOWN, TokenSource.values()),
                    "attempts",
                    orMissing("prompt_tokens"),
                    orMissing("cached_tokens"),
                    orMissing("output_tokens"),
                    orMissing("ttft_nanos"),
                    orMissing("ttft_due_nanos"),
                    orMissing("tpot_nanos"),
                    orMissing("e2e_nanos"),
                    "request_class")
            .collect(Collectors.joining(", ", "CONCAT_WS('" + SEPARATOR + "', ", ")"));

    /** In the order of the positions below. */
    static final String COLUMNS = ASKED_OF_ALL + ", request, due_micros, " + orMissing("first_token_nanos") + ", "
            + orMissing("end_nanos") + ", " + orMissing("http_status") + ", error_type, error_code, "
            + orMissing("queue_time_nanos") + ", error_text";

    private static final List<Outcome> OUTCOMES = List.of(Outcome.values());
    private static final List<TokenSource> SOURCES = List.of(TokenSource.values());

    private final ResultSet rows;
    private final long[] numbers = new long[COUNT];
    /** The class of the row, and as it stood in the text: most rows are of the class of the row before. */
    private String requestClass = "";

    private byte[] classText = {};

    RequestRowCursor(ResultSet rows) {
        this.rows = rows;
    }

    /** Stands at the next row, if there is one. */
    boolean next() throws SQLException {
        if (!rows.next()) {
            return false;
        }
        read(rows.getBytes(1));
        return true;
    }

    private void read(byte[] text) {
        int from = 0;
        for (int place = 0; place < COUNT; place++) {
            boolean negative = text[from] == '-';
            long number = 0;
            int at = negative ? from + 1 : from;
            for (; text[at] != SEPARATOR; at++) {
                number = 10 * number + text[at] - '0';
            }
            numbers[place] = negative ? -number : number;
            from = at + 1;
        }
        if (!Arrays.equals(text, from, text.length, classText, 0, classText.length)) {
            classText = Arrays.copyOfRange(text, from, text.length);
            requestClass = new String(classText, StandardCharsets.UTF_8);
        }
    }

    private static String place(String column, Enum<?> otherwise, Enum<?>... constants) {
        List<Enum<?>> places = List.of(constants);
        return places.stream()
                .map(constant -> " WHEN '" + constant.name() + "' THEN " + places.indexOf(constant))
                .collect(Collectors.joining("", "CASE " + column, " ELSE " + places.indexOf(otherwise) + " END"));
    }

    private static String orMissing(String column) {
        return "COALESCE(" + column + ", " + MISSING + ")";
    }

    @Override
    public int step() {
        return small(STEP);
    }

    @Override
    public int turn() {
        return small(TURN);
    }

    @Override
    public boolean ofConversation() {
        return small(OF_CONVERSATION) == 1;
    }

    @Override
    public Outcome outcome() {
        return OUTCOMES.get(small(OUTCOME));
    }

    @Override
    public TokenSource tokenSource() {
        return SOURCES.get(small(SOURCE));
    }

    @Override
    public int attempts() {
        return small(ATTEMPTS);
    }

    @Override
    public OptionalInt promptTokens() {
        return tokens(PROMPT_TOKENS);
    }

    @Override
    public OptionalInt cachedTokens() {
        return tokens(CACHED_TOKENS);
    }

    @Override
    public OptionalInt outputTokens() {
        return tokens(OUTPUT_TOKENS);
    }

    @Override
    public OptionalLong nanos(Metric metric) {
        return switch (metric) {
            case TTFT -> nanos(TTFT);
            case TTFT_DUE -> nanos(TTFT_DUE);
            case TPOT -> nanos(TPOT);
            case E2E -> nanos(E2E);
            case E2E_DUE -> fromDue(nanos(E2E), known(large(9)));
            case QUEUE_TIME -> known(large(9));
            case ITL -> OptionalLong.empty();
        };
    }

    private static OptionalLong fromDue(OptionalLong fromSent, OptionalLong queued) {
        return fromSent.isPresent() && queued.isPresent()
                ? OptionalLong.of(fromSent.getAsLong() + queued.getAsLong())
                : OptionalLong.empty();
    }

    @Override
    public String requestClass() {
        return requestClass;
    }

    @Override
    public String id() {
        return textIfAny(2).orElse("");
    }

    @Override
    public Instant due() {
        return ColumnValues.instant(large(3));
    }

    @Override
    public OptionalLong firstTokenNanos() {
        return known(large(4));
    }

    @Override
    public OptionalLong endNanos() {
        return known(large(5));
    }

    @Override
    public OptionalInt httpStatus() {
        long status = large(6);
        return status == MISSING ? OptionalInt.empty() : OptionalInt.of((int) status);
    }

    @Override
    public Optional<String> errorType() {
        return textIfAny(7);
    }

    @Override
    public Optional<String> errorCode() {
        return textIfAny(8);
    }

    @Override
    public Optional<String> errorText() {
        return textIfAny(10);
    }

    private int small(int place) {
        return (int) numbers[place];
    }

    private OptionalInt tokens(int place) {
        int value = small(place);
        return value == MISSING ? OptionalInt.empty() : OptionalInt.of(value);
    }

    private OptionalLong nanos(int place) {
        return known(numbers[place]);
    }

    private static OptionalLong known(long value) {
        return value == MISSING ? OptionalLong.empty() : OptionalLong.of(value);
    }

    private long large(int column) {
        try {
            return rows.getLong(column);
        } catch (SQLException e) {
            throw unreadable(e);
        }
    }

    private Optional<String> textIfAny(int column) {
        try {
            return Optional.ofNullable(rows.getString(column));
        } catch (SQLException e) {
            throw unreadable(e);
        }
    }

    private static StoreException unreadable(SQLException e) {
        return new StoreException("a stored request could not be read: " + e.getMessage(), e);
    }
}
