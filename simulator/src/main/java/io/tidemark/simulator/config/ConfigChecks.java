package io.tidemark.simulator.config;

/** What configuration values are held against; the messages name key, value and rule. */
final class ConfigChecks {
    private ConfigChecks() {}

    static void positive(String key, double value) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(key + " must be a number > 0 but was " + plain(value));
        }
    }

    static void notNegative(String key, double value) {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(key + " must be a number >= 0 but was " + plain(value));
        }
    }

    static void share(String key, double value) {
        if (!(value > 0 && value <= 1)) {
            throw new IllegalArgumentException(key + " must be in (0, 1] but was " + plain(value));
        }
    }

    private static String plain(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }
}
