package io.tidemark.analysis.signal;

import io.tidemark.schemas.ValueText;

/** Formats a change of a value in its unit. */
enum UnitFormat {
    COUNT(1, ""),
    REQUESTS(1, " requests"),
    TOKENS(1, " tokens"),
    PER_SECOND(1, " per second"),
    SHARE(100, " %"),
    MEGAHERTZ(1e-6, " MHz"),
    WATTS(1, " W"),
    CELSIUS(1, " °C"),
    BYTES(1.0 / (1L << 30), " GiB"),
    SECONDS(1e9, ""),
    NANOS(1, "");

    private static final String BECOMES = " -> ";

    private final double factor;
    private final String unit;

    /** @param factor to the unit; of a time to nanoseconds */
    UnitFormat(double factor, String unit) {
        this.factor = factor;
        this.unit = unit;
    }

    /** {@code 0.4 -> 37 requests}. */
    String change(double before, double during) {
        return this == SECONDS || this == NANOS
                ? ValueText.latencies(BECOMES, before * factor, during * factor)
                : ValueText.digits(before * factor) + BECOMES + ValueText.digits(during * factor) + unit;
    }
}
