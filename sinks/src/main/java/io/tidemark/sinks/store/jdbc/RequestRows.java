package io.tidemark.sinks.store.jdbc;

import io.tidemark.events.Outcome;
import io.tidemark.events.TokenSource;
import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.read.ScannedRequest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** The request that a query of {@link #COLUMNS} stands at; fields are read by position, since names would be looked up for each row. */
final class RequestRows implements ScannedRequest {
    /** In the order of the positions below. */
    static final String COLUMNS =
            "step, request_class, turn, conversation, outcome, token_source, attempts, prompt_tokens, cached_tokens,"
                    + " output_tokens, request, due_micros, first_token_nanos, end_nanos, http_status, error_type, error_code,"
                    + " ttft_nanos, ttft_due_nanos, tpot_nanos, e2e_nanos, queue_time_nanos";

    private final ResultSet rows;

    RequestRows(ResultSet rows) {
        this.rows = rows;
    }

    @Override
    public int step() {
        return read(() -> rows.getInt(1));
    }

    @Override
    public String requestClass() {
        return text(2);
    }

    @Override
    public int turn() {
        return read(() -> rows.getInt(3));
    }

    @Override
    public boolean ofConversation() {
        return textIfAny(4).isPresent();
    }

    @Override
    public Outcome outcome() {
        return Outcome.valueOf(text(5));
    }

    @Override
    public TokenSource tokenSource() {
        return TokenSource.valueOf(text(6));
    }

    @Override
    public int attempts() {
        return read(() -> rows.getInt(7));
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
        return text(11);
    }

    @Override
    public Instant due() {
        return Stored.instant(read(() -> rows.getLong(12)));
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

    private String text(int column) {
        return read(() -> rows.getString(column));
    }

    private Optional<String> textIfAny(int column) {
        return read(() -> Optional.ofNullable(rows.getString(column)));
    }

    private OptionalInt integer(int column) {
        return read(() -> {
            int value = rows.getInt(column);
            return rows.wasNull() ? OptionalInt.empty() : OptionalInt.of(value);
        });
    }

    private OptionalLong whole(int column) {
        return read(() -> {
            long value = rows.getLong(column);
            return rows.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
        });
    }

    private static <T> T read(Answer<T> answer) {
        try {
            return answer.read();
        } catch (SQLException e) {
            throw new StoreException("a stored request could not be read: " + e.getMessage(), e);
        }
    }

    /** One field of the row. */
    @FunctionalInterface
    private interface Answer<T> {
        T read() throws SQLException;
    }
}
