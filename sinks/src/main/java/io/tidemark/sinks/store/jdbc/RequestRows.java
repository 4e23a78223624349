package io.tidemark.sinks.store.jdbc;

import io.tidemark.events.Outcome;
import io.tidemark.events.TokenSource;
import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.read.ScannedRequest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * The request that a query of {@link #COLUMNS} stands at. What is slow by the million is asked of the database instead: fields are read by
 * position, since names would be looked up for each row; constants come as their ordinals, and what is missing as -1, since asking whether
 * a field was there is as dear as reading it.
 */
final class RequestRows implements ScannedRequest {
    private static final int MISSING = -1;

    /** In the order of the positions below. */
    static final String COLUMNS = "step, request_class, turn, CASE WHEN conversation IS NULL THEN 0 ELSE 1 END, "
            + ordinal("outcome", Outcome.UNKNOWN, Outcome.values())
            + ", "
            + ordinal("token_source", TokenSource.UNKNOWN, TokenSource.values())
            + ", attempts, " + orMissing("prompt_tokens")
            + ", " + orMissing("cached_tokens")
            + ", " + orMissing("output_tokens")
            + ", request, due_micros, " + orMissing("first_token_nanos")
            + ", " + orMissing("end_nanos")
            + ", " + orMissing("http_status")
            + ", error_type, error_code, " + orMissing("ttft_nanos")
            + ", " + orMissing("ttft_due_nanos")
            + ", " + orMissing("tpot_nanos")
            + ", " + orMissing("e2e_nanos")
            + ", " + orMissing("queue_time_nanos");

    private static final Outcome[] OUTCOMES = Outcome.values();
    private static final TokenSource[] SOURCES = TokenSource.values();

    private final ResultSet rows;

    RequestRows(ResultSet rows) {
        this.rows = rows;
    }

    private static String ordinal(String column, Enum<?> otherwise, Enum<?>... constants) {
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
        return small(1);
    }

    @Override
    public String requestClass() {
        return textIfAny(2).orElse("");
    }

    @Override
    public int turn() {
        return small(3);
    }

    @Override
    public boolean ofConversation() {
        return small(4) == 1;
    }

    @Override
    public Outcome outcome() {
        return OUTCOMES[small(5)];
    }

    @Override
    public TokenSource tokenSource() {
        return SOURCES[small(6)];
    }

    @Override
    public int attempts() {
        return small(7);
    }

    @Override
    public OptionalInt promptTokens() {
        return integer(8);
    }

    @Override
    public OptionalInt cachedTokens() {
        return integer(9);
    }

    @Override
    public OptionalInt outputTokens() {
        return integer(10);
    }

    @Override
    public String id() {
        return textIfAny(11).orElse("");
    }

    @Override
    public Instant due() {
        return Stored.instant(large(12));
    }

    @Override
    public OptionalLong firstTokenNanos() {
        return whole(13);
    }

    @Override
    public OptionalLong endNanos() {
        return whole(14);
    }

    @Override
    public OptionalInt httpStatus() {
        return integer(15);
    }

    @Override
    public Optional<String> errorType() {
        return textIfAny(16);
    }

    @Override
    public Optional<String> errorCode() {
        return textIfAny(17);
    }

    @Override
    public OptionalLong nanos(Metric metric) {
        return switch (metric) {
            case TTFT -> whole(18);
            case TTFT_DUE -> whole(19);
            case TPOT -> whole(20);
            case E2E -> whole(21);
            case QUEUE_TIME -> whole(22);
            case ITL -> OptionalLong.empty();
        };
    }

    private OptionalInt integer(int column) {
        int value = small(column);
        return value == MISSING ? OptionalInt.empty() : OptionalInt.of(value);
    }

    private OptionalLong whole(int column) {
        long value = large(column);
        return value == MISSING ? OptionalLong.empty() : OptionalLong.of(value);
    }

    private int small(int column) {
        try {
            return rows.getInt(column);
        } catch (SQLException e) {
            throw unreadable(e);
        }
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
