package io.tidemark.bench.lane;

import java.util.Locale;

/** Numbers as the tables show them. */
final class CellFormat {
    private CellFormat() {}

    static String millis(double nanos) {
        return String.format(Locale.ROOT, "%.3f", nanos / 1e6);
    }

    static String millis(long nanos) {
        return millis((double) nanos);
    }

    static String fixed(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
