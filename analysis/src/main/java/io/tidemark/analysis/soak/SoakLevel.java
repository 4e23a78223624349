package io.tidemark.analysis.soak;

import java.time.Duration;

/** How long the periods are that verdicts are of. */
public enum SoakLevel {
    /** Its parts are segments. */
    HOUR(Duration.ofHours(1), 24, 0.05),
    /** Its parts are hours. */
    DAY(Duration.ofDays(1), 7, 0.01);

    private final Duration length;
    private final int window;
    private final double memoryGrowthPerDay;

    SoakLevel(Duration length, int window, double memoryGrowthPerDay) {
        this.length = length;
        this.window = window;
        this.memoryGrowthPerDay = memoryGrowthPerDay;
    }

    public Duration length() {
        return length;
    }

    /** The number of newest periods by which the variation between periods is estimated. */
    public int window() {
        return window;
    }

    /** Growth of memory that matters, per day as a share of the memory. */
    public double memoryGrowthPerDay() {
        return memoryGrowthPerDay;
    }

    long micros() {
        return length.toNanos() / 1_000;
    }
}
