package io.tidemark.importers.file;

import java.util.Locale;

/** Units of time as files name them. */
public enum FileTimeUnit {
    NANOS(1),
    MICROS(1e3),
    MILLIS(1e6),
    SECONDS(1e9);

    private static final double MAX_NANOS = Long.MAX_VALUE / 4.0;

    private final double nanos;

    FileTimeUnit(double nanos) {
        this.nanos = nanos;
    }

    /** The unit under the key {@code unit}; milliseconds where there is none. */
    public static FileTimeUnit of(JsonCursor value) {
        String unit = value.text("unit").orElse("ms").toLowerCase(Locale.ROOT);
        return switch (unit) {
            case "ns", "nanoseconds" -> NANOS;
            case "us", "\u00b5s", "microseconds" -> MICROS;
            case "ms", "milliseconds" -> MILLIS;
            case "s", "sec", "seconds" -> SECONDS;
            default -> throw value.at("unit").invalid("must be a unit of time: ns, us, ms or s");
        };
    }

    public long nanos(double value) {
        return Math.round(Math.min(value * nanos, MAX_NANOS));
    }
}
