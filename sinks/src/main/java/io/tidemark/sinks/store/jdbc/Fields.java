package io.tidemark.sinks.store.jdbc;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tidemark.events.MetricName;
import io.tidemark.schemas.Metric;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** The fields of the row that a query stands at, by column name. */
final class Fields {
    private final ResultSet rows;

    Fields(ResultSet rows) {
        this.rows = rows;
    }

    String text(String column) throws SQLException {
        return rows.getString(column);
    }

    Optional<String> textIfAny(String column) throws SQLException {
        return Optional.ofNullable(rows.getString(column));
    }

    int integer(String column) throws SQLException {
        return rows.getInt(column);
    }

    OptionalInt integerIfAny(String column) throws SQLException {
        int value = rows.getInt(column);
        return rows.wasNull() ? OptionalInt.empty() : OptionalInt.of(value);
    }

    long whole(String column) throws SQLException {
        return rows.getLong(column);
    }

    OptionalLong wholeIfAny(String column) throws SQLException {
        long value = rows.getLong(column);
        return rows.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
    }

    /** NaN where there is no number. */
    double real(String column) throws SQLException {
        double value = realIfAny(column).orElse(Double.NaN);
        return value == Column.NO_NUMBER ? Double.NaN : value;
    }

    OptionalDouble realIfAny(String column) throws SQLException {
        double value = rows.getDouble(column);
        return rows.wasNull() ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    boolean flag(String column) throws SQLException {
        return rows.getInt(column) != 0;
    }

    Instant instant(String column) throws SQLException {
        return Stored.instant(rows.getLong(column));
    }

    Optional<Instant> instantIfAny(String column) throws SQLException {
        OptionalLong micros = wholeIfAny(column);
        return micros.isPresent() ? Optional.of(Stored.instant(micros.getAsLong())) : Optional.empty();
    }

    byte[] bytes(String column) throws SQLException {
        return rows.getBytes(column);
    }

    <T> T json(String column, TypeReference<T> type) throws SQLException {
        return Stored.fromJson(rows.getString(column), type);
    }

    <E extends Enum<E>> E constant(String column, Class<E> type) throws SQLException {
        return Enum.valueOf(type, rows.getString(column));
    }

    /** The metric; none for objectives that have none, and for metrics of a newer version. */
    Optional<Metric> metric(String column) throws SQLException {
        MetricName name = MetricName.valueOf(rows.getString(column));
        return Arrays.stream(Metric.values())
                .filter(metric -> metric.event() == name)
                .findFirst();
    }
}
