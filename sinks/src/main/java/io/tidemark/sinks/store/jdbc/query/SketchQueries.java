package io.tidemark.sinks.store.jdbc.query;

import io.tidemark.events.Finality;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.jdbc.ColumnValues;
import io.tidemark.sinks.store.jdbc.QueryRunner;
import io.tidemark.sinks.store.jdbc.table.TierTables;
import io.tidemark.sinks.store.read.SketchQuery;
import io.tidemark.sinks.store.read.SketchRow;
import io.tidemark.sinks.store.read.SketchVisitor;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the sketches of minutes and hours, one at a time: those of a soak of months do not fit into memory. */
public final class SketchQueries {
    private static final int MINUTES = 0;
    private static final int HOURS = 1;
    /** A time that no hour around it exceeds what a column holds. */
    private static final long LAST_MICROS = Long.MAX_VALUE / 2;

    private final QueryRunner reads;

    public SketchQueries(QueryRunner reads) {
        this.reads = reads;
    }

    /** An hour of a series. */
    private record SeriesHour(int step, String target, long endMicros) {
        static SeriesHour of(ResultSet row) throws SQLException {
            return new SeriesHour(
                    row.getInt("step"), row.getString("target"), TierTables.hourEnd(row.getLong("end_micros")));
        }
    }

    /** Shows the sketches to {@code scan}, by step, target and end. Hours are looked at whole, so that it shows which of them lack minutes. */
    public void scan(SketchQuery query, SketchVisitor scan) {
        Filter filter = Filter.of(query);
        String sql = select(MINUTES, "start_micros, finality, sketch", filter) + " UNION ALL "
                + select(HOURS, "start_micros, finality, sketch", filter) + " ORDER BY step, target, end_micros";
        Object[] parameters = Stream.concat(filter.parameters.stream(), filter.parameters.stream())
                .toArray();
        reads.snapshot(() -> {
            Set<SeriesHour> asHours = asHours(counts(MINUTES, filter), counts(HOURS, filter));
            reads.stream(
                    sql,
                    rows -> {
                        while (rows.next()) {
                            show(query, rows, asHours, scan);
                        }
                    },
                    parameters);
            return asHours;
        });
    }

    private static void show(SketchQuery query, ResultSet row, Set<SeriesHour> asHours, SketchVisitor scan)
            throws SQLException {
        boolean isHour = row.getInt("tier") == HOURS;
        if (isHour != asHours.contains(SeriesHour.of(row))) {
            return;
        }
        Optional<LogHistogram> sketch = TierTables.sketch(row.getBytes("sketch"), row.getLong("count"));
        if (sketch.isEmpty()) {
            return;
        }
        SketchRow shown = new SketchRow(
                row.getInt("step"),
                row.getString("target"),
                ColumnValues.instant(row.getLong("start_micros")),
                ColumnValues.instant(row.getLong("end_micros")),
                Finality.valueOf(row.getString("finality")),
                sketch.get());
        if (!shown.start().isBefore(query.from()) && !shown.end().isAfter(query.until())) {
            scan.sketch(shown);
        }
    }

    private Map<SeriesHour, Long> counts(int tier, Filter filter) {
        Map<SeriesHour, Long> counts = new HashMap<>();
        reads.stream(
                select(tier, "", filter),
                rows -> {
                    while (rows.next()) {
                        counts.merge(SeriesHour.of(rows), rows.getLong("count"), Long::sum);
                    }
                },
                filter.parameters.toArray());
        return counts;
    }

    /** Hours that hold values which the minutes that are kept do not. */
    private static Set<SeriesHour> asHours(Map<SeriesHour, Long> minutes, Map<SeriesHour, Long> hours) {
        return hours.entrySet().stream()
                .filter(hour -> hour.getValue() > minutes.getOrDefault(hour.getKey(), 0L))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private static String select(int tier, String columns, Filter filter) {
        return "SELECT " + tier + " AS tier, step, target, end_micros, count" + (columns.isEmpty() ? "" : ", ")
                + columns
                + (tier == MINUTES
                        ? " FROM window_stats WHERE sketch IS NOT NULL AND window_seconds = "
                                + TierTables.MINUTE_SECONDS + " AND "
                        : " FROM window_hours WHERE ")
                + filter.condition;
    }

    /** What both tiers are asked for. */
    private record Filter(String condition, List<Object> parameters) {
        static Filter of(SketchQuery query) {
            StringBuilder condition = new StringBuilder(
                    "team = ? AND run = ? AND metric = ? AND request_class = ? AND end_micros > ? AND end_micros <= ?");
            List<Object> parameters = new ArrayList<>(List.of(
                    query.run().team().name(),
                    query.run().run(),
                    query.metric().event().name(),
                    query.requestClass(),
                    TierTables.hourStart(TierTables.hourEnd(micros(query.from()))),
                    TierTables.hourEnd(micros(query.until()))));
            query.step().ifPresent(step -> {
                condition.append(" AND step = ?");
                parameters.add(step);
            });
            query.target().ifPresent(target -> {
                condition.append(" AND target = ?");
                parameters.add(target);
            });
            return new Filter(condition.toString(), parameters);
        }

        private static long micros(Instant at) {
            return Math.max(-LAST_MICROS, Math.min(LAST_MICROS, ColumnValues.micros(at)));
        }
    }
}
