package io.tidemark.sinks.store.jdbc.session;

import static java.util.stream.Collectors.joining;

import io.tidemark.events.Finality;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.jdbc.ColumnValues;
import io.tidemark.sinks.store.jdbc.Dialect;
import io.tidemark.sinks.store.jdbc.EventRow;
import io.tidemark.sinks.store.jdbc.TableWriter;
import io.tidemark.sinks.store.jdbc.Transactions;
import io.tidemark.sinks.store.jdbc.table.TierTables;
import io.tidemark.sinks.store.jdbc.table.WindowHour;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Makes the hours of windows of one team from their minutes, once an hour is over, and anew whenever a minute of it came or changed since. An hour is the
 * merge of what is stored: making it twice changes nothing.
 */
final class HourMaintenance {
    /** Hours in one transaction, of 60 minutes at most. */
    static final int BATCH_HOURS = 32;

    private static final String PENDING =
            "SELECT end_micros, run, metric, request_class, step, target FROM pending_hours"
                    + " WHERE team = ? AND end_micros <= ? ORDER BY end_micros, run, metric, request_class, step, target LIMIT "
                    + BATCH_HOURS;
    private static final String TAKE = "DELETE FROM pending_hours WHERE team = ? AND end_micros = ? AND run = ?"
            + " AND metric = ? AND request_class = ? AND step = ? AND target = ?";
    /** By their ends: between them are the windows of each second. */
    private static final String MINUTES = "SELECT finality, count, sketch, appended_micros FROM window_stats"
            + " WHERE team = ? AND run = ? AND metric = ? AND request_class = ? AND step = ? AND target = ?"
            + " AND window_seconds = " + TierTables.MINUTE_SECONDS + " AND sketch IS NOT NULL AND end_micros IN ("
            + Arrays.stream(TierTables.minuteEnds(0)).mapToObj(end -> "?").collect(joining(", ")) + ")";

    private final Dialect dialect;
    private final Connection connection;
    private final Transactions transactions;
    private final Team team;
    private final BooleanSupplier cutOff;

    /** @param cutOff whether it is to end after the transaction that it is in */
    HourMaintenance(Dialect dialect, Connection connection, Team team, BooleanSupplier cutOff) {
        this.dialect = dialect;
        this.connection = connection;
        this.transactions = new Transactions(dialect, connection);
        this.team = team;
        this.cutOff = cutOff;
    }

    private record PendingHour(WindowHour.Series series, long endMicros) {}

    /** @return how many hours were made */
    long run(Instant now) throws SQLException {
        long made = 0;
        int taken = BATCH_HOURS;
        while (taken == BATCH_HOURS && !cutOff.getAsBoolean()) {
            List<Boolean> batch = transactions.run(team, () -> makeBatch(ColumnValues.micros(now)));
            taken = batch.size();
            made += batch.stream().filter(hour -> hour).count();
        }
        return made;
    }

    /** @return of each hour that was taken whether it was made */
    private List<Boolean> makeBatch(long nowMicros) throws SQLException {
        List<Boolean> made = new ArrayList<>();
        try (PreparedStatement take = connection.prepareStatement(TAKE);
                PreparedStatement minutes = connection.prepareStatement(MINUTES);
                TableWriter<WindowHour> hours = new TableWriter<>(dialect, connection, TierTables.hours())) {
            for (PendingHour pending : pending(nowMicros)) {
                // Before its minutes are read: one that comes meanwhile makes the hour pending again.
                take(take, pending);
                Optional<EventRow<WindowHour>> hour = merged(minutes, pending);
                made.add(hour.isPresent() && hours.write(hour.get()));
            }
        }
        return made;
    }

    private List<PendingHour> pending(long nowMicros) throws SQLException {
        List<PendingHour> pending = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(PENDING)) {
            statement.setString(1, team.name());
            statement.setLong(2, nowMicros);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    pending.add(new PendingHour(
                            new WindowHour.Series(
                                    rows.getString("run"),
                                    rows.getString("metric"),
                                    rows.getString("request_class"),
                                    rows.getInt("step"),
                                    rows.getString("target")),
                            rows.getLong("end_micros")));
                }
            }
        }
        return pending;
    }

    private void take(PreparedStatement statement, PendingHour pending) throws SQLException {
        statement.setString(1, team.name());
        statement.setLong(2, pending.endMicros);
        bind(statement, 3, pending.series);
        statement.executeUpdate();
    }

    private static void bind(PreparedStatement statement, int first, WindowHour.Series series) throws SQLException {
        statement.setString(first, series.run());
        statement.setString(first + 1, series.metric());
        statement.setString(first + 2, series.requestClass());
        statement.setInt(first + 3, series.step());
        statement.setString(first + 4, series.target());
    }

    private Optional<EventRow<WindowHour>> merged(PreparedStatement statement, PendingHour pending)
            throws SQLException {
        statement.setString(1, team.name());
        bind(statement, 2, pending.series);
        int place = 7;
        for (long end : TierTables.minuteEnds(pending.endMicros)) {
            statement.setLong(place++, end);
        }
        LogHistogram sum = new LogHistogram();
        int minutes = 0;
        boolean isFinal = true;
        long appended = Long.MIN_VALUE;
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                Optional<LogHistogram> minute = TierTables.sketch(rows.getBytes("sketch"), rows.getLong("count"));
                if (minute.isPresent()) {
                    sum.merge(minute.get());
                    minutes++;
                    isFinal &= rows.getString("finality").equals(Finality.FINAL.name());
                    appended = Math.max(appended, rows.getLong("appended_micros"));
                }
            }
        }
        if (minutes == 0) {
            return Optional.empty();
        }
        WindowHour hour = new WindowHour(
                pending.series, pending.endMicros, minutes, isFinal ? Finality.FINAL : Finality.INCOMPLETE, sum);
        return Optional.of(new EventRow<>(team, ColumnValues.instant(appended), hour));
    }
}
