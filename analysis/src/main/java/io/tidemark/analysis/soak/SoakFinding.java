package io.tidemark.analysis.soak;

/**
 * Something of an hour or a day that chance does not explain.
 *
 * @param before what it is compared with, in the unit of the measure
 * @param value of the period
 * @param low lower end of the interval that {@link SoakFindingKind} names, at the confidence of this look
 * @param high upper end
 * @param slopePerHour along the hours that it rests on (Theil and Sen), in the unit of the measure; 0 where it has none
 * @param periods how many it rests on, its own and those that it is compared with
 * @param requests how many requests of the period it rests on
 */
public record SoakFinding(
        SoakFindingKind kind,
        SoakMeasure measure,
        double before,
        double value,
        double low,
        double high,
        double slopePerHour,
        int periods,
        long requests) {
    /** value / before - 1. */
    public double change() {
        return value / before - 1;
    }

    /** False of what became better, as a latency that fell. */
    public boolean isWorse() {
        return kind != SoakFindingKind.LATENCY_DRIFT || value > before;
    }

    /** Whether the other is of the same figure and direction. */
    boolean isSameAs(SoakFinding other) {
        return kind == other.kind && measure == other.measure && isWorse() == other.isWorse();
    }
}
