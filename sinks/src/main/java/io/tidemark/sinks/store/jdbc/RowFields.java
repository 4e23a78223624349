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
public final class RowFields {
    private final ResultSet rows;

    RowFields(ResultSet rows) {
        this.rows = rows;
    }

    public String text(String column) throws SQLException {
        return rows.getString(column);
    }

    public Optional<String> textIfAny(String column) throws SQLException {
        return Optional.ofNullable(rows.getString(column));
    }

    public int integer(String column) throws SQLException {
        return rows.getInt(column);
    }

    public OptionalInt integerIfAny(String column) throws SQLException {
        int value = rows.getInt(column);
        return rows.wasNull() ? OptionalInt.empty() : OptionalInt.of(value);
    }

    public long longInteger(String column) throws SQLException {
        return rows.getLong(column);
    }

    public OptionalLong longIntegerIfAny(String column) throws SQLException {
        long value = rows.getLong(column);
        return rows.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
    }

    /** NaN where there is no number. */
    public double real(String column) throws SQLException {
        double value = realIfAny(column).orElse(Double.NaN);
        return value == Column.NO_NUMBER ? Double.NaN : value;
    }

    public OptionalDouble realIfAny(String column) throws SQLException {
        double value = rows.getDouble(column);
        return rows.wasNull() ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    public boolean flag(String column) throws SQLException {
        return rows.getInt(column) != 0;
    }

    public Instant instant(String column) throws SQLException {
        return ColumnValues.instant(rows.getLong(column));
    }

    public Optional<Instant> instantIfAny(String column) throws SQLException {
        OptionalLong micros = longIntegerIfAny(column);
        return micros.isPresent() ? Optional.of(ColumnValues.instant(micros.getAsLong())) : Optional.empty();
    }

    public byte[] bytes(String column) throws SQLException {
        return rows.getBytes(column);
    }

    public <T> T json(String column, TypeReference<T> type) throws SQLException {
        return ColumnValues.fromJson(rows.getString(column), type);
    }

    public <E extends Enum<E>> E constant(String column, Class<E> type) throws SQLException {
        return Enum.valueOf(type, rows.getString(column));
    }

    /** The metric; none for objectives that have none, and for metrics of a newer version. */
    public Optional<Metric> metric(String column) throws SQLException {
        MetricName name = MetricName.valueOf(rows.getString(column));
        return Arrays.stream(Metric.values())
                .filter(metric -> metric.event() == name)
                .findFirst();
    }
}
