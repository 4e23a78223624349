package io.tidemark.sinks.store.jdbc.table;

import static io.tidemark.sinks.store.jdbc.ColumnValues.micros;

import io.tidemark.events.WindowStats;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.schemas.sketch.SketchFormatException;
import io.tidemark.sinks.store.jdbc.ColumnValues;
import io.tidemark.sinks.store.jdbc.EventRow;
import io.tidemark.sinks.store.jdbc.StoreTable;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The coarser tiers of windows. A minute is the window of 60 s that ends on a full minute: these overlap nowhere, so their sketches merge to that of any
 * span of minutes. An hour is merged from the minutes that end in it.
 */
public final class TierTables {
    /** Seconds of the window that is a minute. */
    public static final int MINUTE_SECONDS = 60;

    private static final long MINUTE_MICROS = TimeUnit.MINUTES.toMicros(1);
    private static final long HOUR_MICROS = TimeUnit.HOURS.toMicros(1);

    private TierTables() {}

    /** Whether a window is a full minute with values. */
    public static boolean isMinute(WindowStats window) {
        return window.getWindowSeconds() == MINUTE_SECONDS
                && micros(window.getEnd()) % MINUTE_MICROS == 0
                && window.getSketch().hasRemaining();
    }

    /** Of a minute; other windows overlap. */
    static byte @Nullable [] minuteSketch(WindowStats window) {
        return isMinute(window) ? ColumnValues.bytes(window.getSketch()) : null;
    }

    /** The end of the hour (UTC) that a minute is in, both by their ends. */
    public static long hourEnd(long minuteEndMicros) {
        return -Math.floorDiv(-minuteEndMicros, HOUR_MICROS) * HOUR_MICROS;
    }

    /** Where an hour begins that ends at a time. */
    public static long hourStart(long hourEndMicros) {
        return hourEndMicros - HOUR_MICROS;
    }

    /** When the minutes of an hour end. */
    public static long[] minuteEnds(long hourEndMicros) {
        int minutes = (int) (HOUR_MICROS / MINUTE_MICROS);
        long[] ends = new long[minutes];
        for (int minute = 0; minute < minutes; minute++) {
            ends[minute] = hourStart(hourEndMicros) + (minute + 1) * MINUTE_MICROS;
        }
        return ends;
    }

    /** A stored sketch of a row that holds so many values. Empty if it cannot be read, or is not of these values. */
    public static Optional<LogHistogram> sketch(byte[] stored, long count) {
        try {
            return Optional.of(LogHistogram.decode(stored)).filter(sketch -> count > 0 && sketch.count() == count);
        } catch (SketchFormatException e) {
            return Optional.empty();
        }
    }

    /** Hours that are to be made of their minutes, each once. */
    public static StoreTable<WindowStats> pendingHours() {
        return StoreTable.<WindowStats>named("pending_hours")
                .key("end_micros", row -> hourEnd(micros(row.event().getEnd())))
                .keys(EventRow::event, WindowStats.getClassSchema(), "run metric request_class step target")
                .keepFirst();
    }

    /** An hour of which minutes are gone already keeps what they were merged to. */
    public static StoreTable<WindowHour> hours() {
        StoreTable.Builder<WindowHour> table = StoreTable.named("window_hours");
        table.key("run", row -> row.event().series().run())
                .key("metric", row -> row.event().series().metric())
                .key("request_class", row -> row.event().series().requestClass())
                .key("step", row -> row.event().series().step())
                .key("target", row -> row.event().series().target())
                .key("end_micros", row -> row.event().endMicros())
                .column("start_micros", row -> hourStart(row.event().endMicros()))
                .column("finality", row -> row.event().finality().name())
                .column("minutes", row -> row.event().minutes())
                .column("count", row -> row.event().sketch().count())
                .column("sum_nanos", row -> row.event().sketch().sum())
                .column("min_nanos", row -> row.event().sketch().min().orElseThrow())
                .column("max_nanos", row -> row.event().sketch().max().orElseThrow())
                .column("p50_nanos", row -> row.event().sketch().quantile(0.5))
                .column("p90_nanos", row -> row.event().sketch().quantile(0.9))
                .column("p95_nanos", row -> row.event().sketch().quantile(0.95))
                .column("p99_nanos", row -> row.event().sketch().quantile(0.99))
                .column("sketch", row -> row.event().sketch().encode())
                .column("appended_micros", row -> micros(row.appended()));
        return table.replaceWhere("excluded.minutes >= window_hours.minutes");
    }
}
